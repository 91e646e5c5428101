#!/usr/bin/env python3
"""Drives real clients in a terminal of their own through one visit: a new account with a password that never shows, a
sentence with umlauts, one trick at Olegs table, a resized window, a lost line and the way back to the seat.

    tests/clients/probe.py SERVER-BINARY [--must NAME,NAME] [NAME ...]

A client that is not installed is skipped by name, unless --must names it.
"""
import argparse
import fcntl
import os
import pty
import re
import select
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time

PATIENCE_S = 40
SECRET = "Zebra-Kuchen-77"

# Name: program, arguments, and whether it speaks telnet: hides what is typed and tells its window (nc does not).
CLIENTS = {
    "telnet": ("telnet", ["{host}", "{port}"], True),
    "telnet-8": ("telnet", ["-8", "{host}", "{port}"], True),
    "netkit": ("telnet.netkit", ["{host}", "{port}"], True),
    "nc": ("nc", ["{host}", "{port}"], False),
    "nc-C": ("nc", ["-C", "{host}", "{port}"], False),
    "tt++": ("tt++", ["-G", "-e", "#config charset UTF-8;#session k {host} {port}"], True),
    "tf": ("tf", ["-f/dev/null", "-v", "{host}", "{port}"], True),
    "telnetlib3": ("telnetlib3-client", ["{host}", "{port}"], True),
}
# Type umlauts so: TinyFugue takes the bytes of UTF-8 for Meta keys.
WITHOUT_UMLAUTS = {"tf"}
SPELLED = {"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue"}
SENTENCE = "Grüße aus Köln, Straße 7"
CSI = re.compile(rb"\x1b(\[[0-9;?]*[ -/]*[@-~]|[()][0-9A-B]|[=>78DEHM]|\][^\x07]*\x07)")


class Failed(Exception):
    pass


def spelled(text):
    return "".join(SPELLED.get(letter, letter) for letter in text)


def either(pattern):
    """The pattern with umlauts and with their spelling, and with blanks where a line may be broken."""
    for letter, two in SPELLED.items():
        pattern = pattern.replace(letter, f"(?:{letter}|{two})")
    return re.compile(pattern.replace(" ", r"\s+"))


class Terminal:
    """A program in a pseudo terminal of 100 columns."""

    def __init__(self, argv):
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            env = dict(os.environ, TERM="xterm-256color", LANG="C.UTF-8", LC_ALL="C.UTF-8")
            os.execvpe(argv[0], argv, env)
        self.resize(40, 100)
        self.seen, self.at = "", 0
        self.raw = b""

    def resize(self, rows, columns):
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        os.kill(self.pid, signal.SIGWINCH)

    def more(self, seconds):
        ready, _, _ = select.select([self.fd], [], [], seconds)
        if not ready:
            return False
        try:
            data = os.read(self.fd, 65536)
        except OSError:
            return False
        self.raw += data
        text = CSI.sub(b"", self.raw).decode("utf-8", "replace").replace("\r", "")
        self.seen = text
        return bool(data)

    def until(self, pattern, what=None):
        """Reads until the pattern has come behind everything read before; gives its match."""
        end = time.monotonic() + PATIENCE_S
        while True:
            # A client that wraps breaks sentences anywhere.
            found = either(pattern).search(self.seen, self.at)
            if found:
                self.at = found.end()
                return found
            if time.monotonic() > end:
                raise Failed(f"{what or pattern!r} does not come; the end was:\n{self.seen[-1500:]}")
            self.more(0.5)

    def line(self, text):
        os.write(self.fd, text.encode() + b"\r")

    def close(self):
        try:
            os.kill(self.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        os.close(self.fd)
        os.waitpid(self.pid, 0)


class Server:
    def __init__(self, binary):
        self.folder = tempfile.TemporaryDirectory()
        self.process = subprocess.Popen(
            [binary, "serve", "--listen", "127.0.0.1:0", "--state", f"{self.folder.name}/z",
             "--set", "tempo.freund_pause_ms=[0,0]"],
            stdout=subprocess.PIPE, stderr=open(f"{self.folder.name}/log", "wb"))
        first = self.process.stdout.readline().decode()
        self.port = int(re.search(r":(\d+)", first).group(1))

    def close(self):
        self.process.terminate()
        self.process.wait(20)
        self.folder.cleanup()


def login_new(t, name):
    t.until("Wie heißt Du denn")
    # Each answer waits for its question, so that no password is typed before it is hidden.
    steps = [
        ("neu", "möchtest Du tragen"),
        (name, "Dein neues Passwort:"),
        (SECRET, "noch einmal:"),
        (SECRET, "oder ohne"),
        ("er", "ja oder nein"),
        ("nein", f"Willkommen, {name}"),
    ]
    for text, asked in steps:
        t.line(text)
        t.until(asked)


def play_a_trick(t):
    """Sits down, bids, announces and plays until a trick has gone to somebody, each time by what the server names."""
    for way in ["osten", "unten"]:
        t.line(way)
        t.until("Ausg(ang|änge):")
    t.line("setz dich")
    t.until("beginnt das Spiel sofort")
    t.line("runden 5")
    t.until("geht über 5 Runden")
    t.line("los")
    t.until("Du bist dran: bieten")
    t.line("biete 100")
    while True:
        # Not what the terminal itself shows of the command, only what the server offers.
        found = t.until(r"[zZ]um Beispiel:? (ansage \d|spiele [^.]+)\.|gewinns?t Stich \d")
        if not found.group(1):
            return
        t.line(" ".join(found.group(1).split()))


def resized(t):
    """After a resize the server breaks its lines anew."""
    t.resize(30, 50)
    time.sleep(0.5)
    t.line("hilfe tisch")
    t.until("hilfe tisch")
    begin = t.at
    t.line("wer")
    t.until("da:")
    longest = max(len(line) for line in t.seen[begin:t.at].split("\n"))
    if longest > 50:
        raise Failed(f"a line of {longest} letters in a window of 50")


def hidden(t):
    if SECRET in t.seen or SECRET.encode() in t.raw:
        raise Failed("the password shows")


def visit(server, argv, name):
    telnet = CLIENTS[name][2]
    player = "Gretel"
    argv = [a.format(host="127.0.0.1", port=server.port) for a in argv]
    t = Terminal(argv)
    try:
        login_new(t, player)
        if telnet:
            hidden(t)
        t.line("sage " + (spelled(SENTENCE) if name in WITHOUT_UMLAUTS else SENTENCE))
        t.until("Du sagst: " + SENTENCE)
        play_a_trick(t)
        if telnet:
            resized(t)
        t.line("stand")
        t.until("Stand|Punkte|Runde")
    finally:
        t.close()
    t = Terminal(argv)
    try:
        t.until("Wie heißt Du denn")
        t.line(player)
        t.until("Passwort")
        t.line(SECRET)
        t.until("Du bist wieder an Tisch 1")
        if telnet:
            hidden(t)
    finally:
        t.close()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binary")
    parser.add_argument("--must", default="")
    parser.add_argument("names", nargs="*")
    args = parser.parse_intermixed_args()
    must = [n for n in args.must.split(",") if n]
    os.environ["PATH"] += ":/usr/games"
    failed = False
    for name in args.names or CLIENTS:
        program, rest, _ = CLIENTS[name]
        if not shutil.which(program):
            print(f"{name}: {program} is not installed, skipped")
            failed |= name in must
            continue
        server = Server(args.binary)
        try:
            visit(server, [program, *rest], name)
            print(f"{name}: well")
        except Failed as why:
            print(f"{name}: {why}")
            failed = True
        finally:
            server.close()
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
