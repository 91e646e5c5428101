#!/usr/bin/env python3
"""Zählt die Instruktionen der Arbeiten, die ein Haus am häufigsten tut, mit callgrind: Lärm auf der Maschine ändert
daran nichts. Jede Arbeit läuft einmal wenige und einmal viele Male; der Unterschied ist die Arbeit selbst, ohne
Vorbereitung.

    benches/instruktionen.py                   misst und vergleicht mit benches/instruktionen.json
    benches/instruktionen.py --neu             misst und schreibt benches/instruktionen.json
    benches/instruktionen.py NAME ...          nur Arbeiten, in deren Namen NAME vorkommt

Ende 1: Eine Arbeit braucht über fünf Prozent mehr als aufgeschrieben. Braucht valgrind und cargo."""

import json
import os
import re
import subprocess
import sys
import tempfile

HIER = os.path.dirname(os.path.abspath(__file__))
BUCH = os.path.join(HIER, "instruktionen.json")
MEHR = 1.05
WENIG, VIEL = 10, 110


def baue():
    args = ["cargo", "bench", "--locked", "--bench", "instruktionen", "--no-run", "--message-format=json"]
    gebaut = subprocess.run(args, cwd=os.path.dirname(HIER), check=True, stdout=subprocess.PIPE, text=True)
    for zeile in gebaut.stdout.splitlines():
        nachricht = json.loads(zeile)
        if nachricht.get("executable") and nachricht.get("target", {}).get("name") == "instruktionen":
            return nachricht["executable"]
    sys.exit("Das Programm ist nicht gebaut worden.")


def zaehle(programm, name, mal):
    with tempfile.TemporaryDirectory() as ordner:
        args = ["valgrind", "--tool=callgrind", "--callgrind-out-file=" + os.path.join(ordner, "aus"), programm, name]
        lauf = subprocess.run(args + [str(mal)], stderr=subprocess.PIPE, text=True, cwd=os.path.dirname(HIER))
    gefunden = re.search(r"Collected : (\d+)", lauf.stderr)
    if lauf.returncode or not gefunden:
        sys.exit(lauf.stderr)
    return int(gefunden.group(1))


def main():
    gewuenscht = [a for a in sys.argv[1:] if a != "--neu"]
    programm = baue()
    namen = subprocess.run([programm], stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()
    namen = [n for n in namen if not gewuenscht or any(g in n for g in gewuenscht)]
    buch = json.load(open(BUCH)) if os.path.exists(BUCH) else {}
    schlechter = []
    for name in namen:
        je = (zaehle(programm, name, VIEL) - zaehle(programm, name, WENIG)) / (VIEL - WENIG)
        vorher = buch.get(name)
        verhaeltnis = f"{je / vorher:6.3f}-fach" if vorher else "   neu"
        zahl = f"{je:,.0f}".replace(",", ".")
        print(f"{name:<50} {zahl:>14}  {verhaeltnis}", flush=True)
        if vorher and je > vorher * MEHR:
            schlechter.append(name)
        buch[name] = round(je)
    if "--neu" in sys.argv:
        with open(BUCH, "w") as datei:
            json.dump(buch, datei, ensure_ascii=False, indent=1)
            datei.write("\n")
    elif schlechter:
        sys.exit("Mehr Instruktionen als aufgeschrieben: " + "; ".join(schlechter))


main()
