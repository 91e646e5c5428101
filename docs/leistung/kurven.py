#!/usr/bin/env python3
"""Zeichnet die Wachstumskurven von docs/leistung.md als SVG, ohne weitere Pakete.

    target/release/examples/last --json kurve verbindungen > docs/leistung/verbindungen.json
    target/release/examples/last --json kurve tische --bis 1000 > docs/leistung/tische.json
    target/release/examples/last --json kurve konten --bis 1000000 > docs/leistung/konten.json
    docs/leistung/kurven.py

Beide Achsen sind logarithmisch: Was mit der Zahl wächst, steigt; was gleich bleibt, liegt waagrecht."""

import json
import math
import os
import re

HIER = os.path.dirname(os.path.abspath(__file__))
BREITE, HOEHE = 640, 360
LINKS, RECHTS, OBEN, UNTEN = 70, 200, 40, 50
FARBEN = ["#1b6ca8", "#c1440e", "#3a7d44", "#7b3f98", "#8a6d00", "#444444"]

BILDER = [
    ("verbindungen", "speicher", "Speicher je Verbindung", "Byte", [("Speicher je Verbindung", "haus", "Haus"),
     ("Speicher je Verbindung", "echo", "Echo")]),
    ("verbindungen", "antwort", "Antwort auf einen Befehl", "ms", [("Befehl p50", "haus", "Haus p50"),
     ("Befehl p50", "echo", "Echo p50"), ("Befehl p99", "haus", "Haus p99"), ("Befehl p99", "echo", "Echo p99")]),
    ("verbindungen", "cpu", "CPU je Befehl", "µs", [("CPU je Befehl", "haus", "Haus"),
     ("CPU je Befehl", "echo", "Echo")]),
    ("tische", "zug", "Antwort auf einen Zug", "ms", [("Zug p50", "haus", "p50"), ("Zug p99", "haus", "p99")]),
    ("tische", "aufwand", "Aufwand je Tisch", "% CPU, KiB", [("CPU je Tisch", "haus", "CPU in %"),
     ("Speicher je Tisch", "haus", "Speicher in KiB")]),
    ("konten", "start", "Start und Suche", "ms", [("bis er lauscht", "haus", "bis er lauscht"),
     ("bis zur ersten Antwort", "haus", "erste Antwort"), ("Anmeldung mit Passwort", "haus", "Anmeldung"),
     ("finger", "haus", "finger")]),
]


def lies(name):
    pfad = os.path.join(HIER, name + ".json")
    if not os.path.exists(pfad):
        return None
    with open(pfad) as datei:
        berichte = json.load(datei)["berichte"]
    return [(int(re.match(r"\d+", b["titel"]).group()), b["werte"]) for b in berichte]


def zahl(x):
    if x >= 1000:
        return f"{x:,.0f}".replace(",", ".")
    return f"{x:g}".replace(".", ",")


def grenzen(werte):
    lo, hi = math.floor(math.log10(min(werte))), math.ceil(math.log10(max(werte)))
    return (lo, hi if hi > lo else lo + 1)


def zeichne(titel, einheit, x_name, reihen):
    xs = [x for _, punkte in reihen for x, _ in punkte]
    ys = [y for _, punkte in reihen for _, y in punkte]
    (x0, x1), (y0, y1) = grenzen(xs), grenzen(ys)
    innen_b, innen_h = BREITE - LINKS - RECHTS, HOEHE - OBEN - UNTEN

    def px(x):
        return LINKS + (math.log10(x) - x0) / (x1 - x0) * innen_b

    def py(y):
        return OBEN + innen_h - (math.log10(y) - y0) / (y1 - y0) * innen_h

    aus = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {BREITE} {HOEHE}" font-family="sans-serif" '
           f'font-size="12">', f"<title>{titel} ({einheit}) nach {x_name}</title>",
           f'<rect width="{BREITE}" height="{HOEHE}" fill="white"/>',
           f'<text x="{LINKS}" y="22" font-size="15">{titel} ({einheit})</text>']
    for e in range(x0, x1 + 1):
        x = px(10 ** e)
        aus.append(f'<line x1="{x:.1f}" y1="{OBEN}" x2="{x:.1f}" y2="{OBEN + innen_h}" stroke="#ddd"/>')
        aus.append(f'<text x="{x:.1f}" y="{OBEN + innen_h + 18}" text-anchor="middle">{zahl(10 ** e)}</text>')
    for e in range(y0, y1 + 1):
        y = py(10.0 ** e)
        aus.append(f'<line x1="{LINKS}" y1="{y:.1f}" x2="{LINKS + innen_b}" y2="{y:.1f}" stroke="#ddd"/>')
        aus.append(f'<text x="{LINKS - 6}" y="{y + 4:.1f}" text-anchor="end">{zahl(10.0 ** e)}</text>')
    aus.append(f'<text x="{LINKS + innen_b / 2:.0f}" y="{HOEHE - 12}" text-anchor="middle">{x_name}</text>')
    for i, (name, punkte) in enumerate(reihen):
        farbe = FARBEN[i % len(FARBEN)]
        strich = ' stroke-dasharray="6 4"' if name.startswith("Echo") else ""
        weg = " ".join(f"{px(x):.1f},{py(y):.1f}" for x, y in punkte)
        aus.append(f'<polyline points="{weg}" fill="none" stroke="{farbe}" stroke-width="2"{strich}/>')
        aus += [f'<circle cx="{px(x):.1f}" cy="{py(y):.1f}" r="3" fill="{farbe}"/>' for x, y in punkte]
        y = OBEN + 14 + i * 20
        links = LINKS + innen_b + 16
        aus.append(f'<line x1="{links}" y1="{y - 4}" x2="{links + 24}" y2="{y - 4}" stroke="{farbe}" '
                   f'stroke-width="2"{strich}/>')
        aus.append(f'<text x="{links + 30}" y="{y}">{name}</text>')
    aus.append("</svg>")
    return "\n".join(aus) + "\n"


def main():
    for datei, name, titel, einheit, spalten in BILDER:
        stufen = lies(datei)
        if stufen is None:
            continue
        reihen = []
        for wert, seite, reihe in spalten:
            teiler = 1024 if "KiB" in reihe else 1
            punkte = [(n, werte[wert][seite] / teiler) for n, werte in stufen
                      if wert in werte and (werte[wert][seite] or 0) > 0]
            if punkte:
                reihen.append((reihe, punkte))
        if not reihen:
            continue
        x_name = datei.capitalize()
        with open(os.path.join(HIER, f"{datei}-{name}.svg"), "w") as aus:
            aus.write(zeichne(titel, einheit, x_name, reihen))
        print(f"{datei}-{name}.svg")


main()
