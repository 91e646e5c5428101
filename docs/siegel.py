#!/usr/bin/env python3
"""Rechnet Mischsiegel nach: docs/siegel.md sagt, was das ist. Aufruf: siegel.py [--karten ZAHL] DATEI

DATEI ist eine Aufzeichnung (eine Zeile JSON je Ereignis) oder, was `siegel` am Tisch zeigt, so wie es dasteht. Der Tisch
nennt die Zahl der Karten nicht dazu: 32 bei Oleg (die Vorgabe), 55 bei Miwin, bei Word die des Kartensatzes, 118.
"""

import hashlib
import json
import re
import sys


def sha(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def wurzel(karten, pos, karte, salz, beweis):
    """Die Wurzel, die zu dieser einen geöffneten Karte gehört. ValueError: Der Beweis passt nicht zur Stelle."""
    wert = sha(b"\0", bytes.fromhex(salz), pos.to_bytes(2, "big"), karte.encode())
    rest = [bytes.fromhex(h) for h in beweis]
    while karten > 1:
        if pos ^ 1 < karten:
            if not rest:
                raise ValueError("Der Beweis ist zu kurz.")
            nachbar = rest.pop(0)
            wert = sha(b"\1", wert, nachbar) if pos % 2 == 0 else sha(b"\1", nachbar, wert)
        pos, karten = pos // 2, (karten + 1) // 2
    if rest:
        raise ValueError("Der Beweis ist zu lang.")
    return wert.hex()


def aus_aufzeichnung(zeilen, karten):
    """Je geöffnete Karte: erwartete Wurzel und was zum Nachrechnen gehört."""
    siegel = None
    for zeile in map(json.loads, zeilen):
        if zeile.get("ev") == "seal":
            siegel = (zeile["root"], zeile.get("cards", karten))
        elif zeile.get("ev") == "open" and "pos" in zeile:
            yield siegel[0], (siegel[1], zeile["pos"], zeile["card"], zeile["salt"], zeile["proof"])


def vom_bildschirm(text, karten):
    glatt = " ".join(text.split())
    for teil in re.split(r"Mischsiegel (?:der vorigen|dieser) Runde: ", glatt)[1:]:
        for m in re.finditer(r"Stelle (\d+), Karte (\S+), Salz ([0-9a-f]+), Beweis((?: [0-9a-f]{64})*)", teil):
            yield teil[:64], (karten, int(m.group(1)), m.group(2), m.group(3), m.group(4).split())


def main(argumente):
    karten = 32
    if argumente[:1] == ["--karten"]:
        karten, argumente = int(argumente[1]), argumente[2:]
    if len(argumente) != 1:
        sys.exit(__doc__)
    with open(argumente[0], encoding="utf-8") as datei:
        text = datei.read()
    zeilen = [z for z in text.splitlines() if z.strip()]
    offen = aus_aufzeichnung(zeilen, karten) if text.lstrip().startswith("{") else vom_bildschirm(text, karten)
    gezaehlt = 0
    for root, was in offen:
        try:
            passt = was[1] < was[0] and wurzel(*was) == root
        except ValueError:
            passt = False
        if not passt:
            print(f"Stelle {was[1]}, Karte {was[2]}: passt NICHT zum Siegel {root}.")
            return 1
        gezaehlt += 1
    print(f"{gezaehlt} geöffnete Karten, alle passen zu ihrem Siegel.")
    return 0 if gezaehlt else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
