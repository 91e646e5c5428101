#!/usr/bin/env python3
"""Plays one whole game over a real socket against a built server, then closes the house and looks at what is left.

    tests/rauchprobe.py target/release/theaterkeller [--mitschrift DATEI] [--aufzeichnung DATEI]

A guest walks from the theatre to Oleg's cellar, sits down, and plays five rounds with nothing but commands that the
server itself offered. Afterwards SIGTERM must end the server with exit code 0, `verify` must accept the record that
the game left, and `admin ledger` must prove the money. With --mitschrift the evening is written down as it was
printed, what was typed after `> `; with --aufzeichnung the record is kept. Needs nothing but Python 3. Exit code 0: all well.
"""

import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DEADLINE_S = 60
IAC, SB, SE, WILL, DONT = 255, 250, 240, 251, 254
OFFER = re.compile(r"[Zz]um Beispiel:? (ansage \d+|spiele (?:pik 7 (?:hoch|niedrig)|\w+ \w+))")
OVER = "Das Spiel ist zu Ende."


class Line:
    """A telnet line that refuses every option."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=DEADLINE_S)
        self.raw, self.text, self.read_to = b"", "", 0
        self.log = []

    def take(self):
        """Moves what has come in from bytes to text; a telnet command that is not complete waits."""
        plain, i = bytearray(), 0
        while i < len(self.raw):
            if self.raw[i] != IAC:
                plain.append(self.raw[i])
                i += 1
                continue
            rest = self.raw[i:]
            if len(rest) < 2:
                break
            if rest[1] == SB:
                end = rest.find(bytes([IAC, SE]))
                if end < 0:
                    break
                i += end + 2
            elif WILL <= rest[1] <= DONT:
                if len(rest) < 3:
                    break
                i += 3
            else:
                i += 2
        self.raw = self.raw[i:]
        try:
            text = plain.decode()
        except UnicodeDecodeError:
            self.raw = bytes(plain) + self.raw
            return
        text = text.replace("\r\n", "\n").replace("\0", "")
        self.text += text
        self.log.append(text)

    def wait(self, pattern):
        """Reads until the pattern has come, in text whose line breaks count as blanks. Gives the match."""
        until = time.monotonic() + DEADLINE_S
        while True:
            flat = re.sub(r"\s+", " ", self.text[self.read_to :])
            match = re.search(pattern, flat)
            if match:
                return match
            if time.monotonic() > until:
                raise SystemExit(f"„{pattern}“ kam nicht, zuletzt: {flat[-600:]}")
            data = self.socket.recv(65536)
            if not data:
                raise SystemExit(f"Die Verbindung riss ab, zuletzt: {flat[-600:]}")
            self.raw += data
            self.take()

    def send(self, command):
        """What has come so far counts as read."""
        self.read_to = len(self.text)
        self.log.append(f"> {command}\n")
        self.socket.sendall(command.encode() + b"\r\n")


def play(line):
    """Five rounds; gives how many decisions were made."""
    line.wait(r"Wie heißt Du denn")
    for command, answer in [
        ("gast", r"Ausgänge?:"),
        ("osten", r"Theatercafé.*Ausgänge?:"),
        ("unten", r"Olegs Keller.*Ausg[aä]nge?:"),
        ("setz dich", r"Mit los beginnt"),
        ("runden 5", r"5 Runden"),
        ("los", r"bieten\."),
    ]:
        line.send(command)
        line.wait(answer)
    line.send("biete 100")
    decisions = 0
    while True:
        match = line.wait(f"{OFFER.pattern}|{re.escape(OVER)}")
        if match.group(0) == OVER:
            line.wait(r"Oleg zahlt Dir \d+|Du hast die wenigsten|Du bekommst nichts|jeder bekommt seinen")
            return decisions
        decisions += 1
        line.send(match.group(1))


def run(*command):
    """A command of the server that must succeed."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(map(str, command))}: {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout.strip()


def keep(option, text):
    """Writes the text to the file that the option names, if it was given."""
    if option in sys.argv:
        Path(sys.argv[sys.argv.index(option) + 1]).write_text(text, encoding="utf-8")


def main():
    binary = Path(sys.argv[1]).resolve()
    state = Path(tempfile.mkdtemp(prefix="theaterkeller-probe-"))
    where = ["--state", state, "--data", ROOT / "data", "--config", ROOT / "config.toml"]
    server = subprocess.Popen(
        [binary, "serve", "--listen", "127.0.0.1:0", "--set", "tempo.freund_pause_ms=[0,0]", *where],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        opened = server.stdout.readline()
        port = int(re.search(r"127\.0\.0\.1:(\d+)", opened).group(1))
        line = Line(port)
        decisions = play(line)
        if decisions != 20:
            raise SystemExit(f"{decisions} Entscheidungen, erwartet 5 Ansagen und 15 Karten.")
        server.send_signal(signal.SIGTERM)
        line.wait(r"Das Haus schließt")
        code = server.wait(timeout=10)
        if code != 0:
            raise SystemExit(f"Nach SIGTERM endet der Server mit {code}.")
        records = sorted((state / "protokolle").glob("*.jsonl"))
        if len(records) != 1:
            raise SystemExit(f"{len(records)} Aufzeichnungen, erwartet eine.")
        print(run(binary, "verify", *records, *where))
        print(run(binary, "admin", "ledger", *where))
        for checker in [ROOT / "docs/siegel.py", ROOT / "tests/pruefer.py"]:
            print(run(sys.executable, checker, *records))
        keep("--mitschrift", "".join(line.log))
        keep("--aufzeichnung", records[0].read_text(encoding="utf-8"))
        print(f"Eine ganze Partie, {decisions} Entscheidungen: in Ordnung.")
    finally:
        if server.poll() is None:
            server.kill()
        server.wait()
        shutil.rmtree(state, ignore_errors=True)


if __name__ == "__main__":
    main()
