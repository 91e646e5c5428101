#!/usr/bin/env python3
"""Misst den Neustart mit vielen laufenden Tischen und Konten, vom Start des Programms bis zum ersten beantworteten
Befehl. Aufruf: neustart.py PROGRAMM [TISCHE [KONTEN]]. Das Programm legt den Zustand selbst an; ein echter Tisch wird
vervielfacht, und die Konten teilen sich eine Prüfsumme."""

import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time


def start(programm, zustand):
    args = [programm, "serve", "--listen", "127.0.0.1:0", "--state", zustand]
    args += ["--set", "tempo.freund_pause_ms=[60000,60000]"]
    haus = subprocess.Popen(args, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    zeile = haus.stdout.readline()
    port = int(re.search(r":(\d+)\b", zeile).group(1))
    return haus, port


class Leitung:
    def __init__(self, port):
        self.s = socket.create_connection(("127.0.0.1", port))
        self.text = b""

    def frage(self, zeile, bis):
        if zeile is not None:
            self.s.sendall(zeile.encode() + b"\r\n")
        while bis.encode() not in self.text:
            neu = self.s.recv(65536)
            assert neu, self.text
            self.text += neu
        self.text = b""


def toete(haus):
    haus.send_signal(signal.SIGKILL)
    haus.wait()


def vorlage(programm, zustand):
    """Ein Tisch, an dem gespielt wird."""
    haus, port = start(programm, zustand)
    k = Leitung(port)
    k.frage(None, "neuen Spieler")
    k.frage("gast", "Willkommen")
    for zeile, bis in [("ost", "Treppe"), ("unten", "Oleg sitzt"), ("setz dich", "sofort"), ("los", "bieten"),
                       ("biete 100", "Gebot steht"), ("dran", "dran")]:
        k.frage(zeile, bis)
    toete(haus)


def vervielfache(zustand, tische, konten):
    db = sqlite3.connect(os.path.join(zustand, "theaterkeller.db"))
    tisch = db.execute("SELECT * FROM tisch").fetchone()
    zeilen = db.execute("SELECT nr, zeile FROM journal ORDER BY nr").fetchall()
    assert any(" deck " in z for _, z in zeilen)
    gast = re.search(r"gast:\d+", " ".join(z for _, z in zeilen)).group(0)
    steht = db.execute("SELECT betrag FROM stand WHERE konto = ?", (f"tisch:{tisch[0]}",)).fetchone()[0]
    nr = db.execute("SELECT max(nr) FROM buchung").fetchone()[0]

    def buche(konto, betrag):
        nonlocal nr
        nr += 1
        db.execute("INSERT INTO buchung VALUES (?, ?, 'spielgeld', 'Messung', 0)", (nr, f"messung-{nr}"))
        db.execute("INSERT INTO posten VALUES (?, ?, ?), (?, 'haus', ?)", (nr, konto, betrag, nr, -betrag))
        db.execute("INSERT INTO stand VALUES (?, 'spielgeld', ?)", (konto, betrag))
        db.execute("UPDATE stand SET betrag = betrag - ? WHERE konto = 'haus' AND waehrung = 'spielgeld'", (betrag,))

    for i in range(1, konten + 1):
        name = "".join(chr(97 + i // 26**p % 26) for p in range(5))
        db.execute("INSERT INTO konto (name, key, skeleton, hash, anrede, settings_json, created)"
                   " VALUES (?, ?, ?, 'eine', 3, '{}', 0)", (name, name, name))
        buche(f"konto:{i}", 10000)
    for i in range(1, tische):
        neu = tisch[0] + i
        db.execute("INSERT INTO tisch VALUES (?, ?, ?, ?, ?, ?, ?, ?)", (neu,) + tisch[1:3] + (i + 1,) + tisch[4:])
        buche(f"tisch:{neu}", steht)
        db.executemany("INSERT INTO journal VALUES (?, ?, ?)",
                       [(neu, n, z.replace(gast, f"konto:{i}")) for n, z in zeilen])
    db.commit()
    db.close()


def main():
    programm = sys.argv[1]
    tische = int(sys.argv[2]) if len(sys.argv) > 2 else 200
    konten = int(sys.argv[3]) if len(sys.argv) > 3 else 100_000
    with tempfile.TemporaryDirectory() as ordner:
        zustand = os.path.join(ordner, "zustand")
        vorlage(programm, zustand)
        vervielfache(zustand, tische, konten)
        zeiten = []
        for _ in range(5):
            anfang = time.monotonic()
            haus, port = start(programm, zustand)
            k = Leitung(port)
            k.frage(None, "neuen Spieler")
            k.frage("gast", "Willkommen")
            k.frage("wer", "Person")
            zeiten.append(time.monotonic() - anfang)
            toete(haus)
        pruefung = subprocess.run([programm, "admin", "ledger", "--state", zustand], capture_output=True, text=True)
        assert pruefung.returncode == 0, pruefung.stderr
        print(pruefung.stdout.strip())
        print(f"{tische} Tische, {konten} Konten: " + ", ".join(f"{z * 1000:.0f} ms" for z in zeiten))


main()
