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

# Name: program, arguments, and whether it can hide what is typed (nc knows no telnet).
CLIENTS = {
    "telnet": ("telnet", ["{host}", "{port}"], True),
    "telnet-8": ("telnet", ["-8", "{host}", "{port}"], True),
    "netkit": ("telnet.netkit", ["{host}", "{port}"], True),
    "nc": ("nc", ["{host}", "{port}"], False),
    "nc-C": ("nc", ["-C", "{host}", "{port}"], False),
    "tt++": ("tt++", ["-G", "-e", "#config charset UTF-8;#session k {host} {port}"], True),
    "tf": ("tf", ["-f/dev/null", "{host}", "{port}"], True),
    "telnetlib3": ("telnetlib3-client", ["{host}", "{port}"], True),
}
CSI = re.compile(rb"\x1b(\[[0-9;?]*[ -/]*[@-~]|[()][0-9A-B]|[=>78DEHM]|\][^\x07]*\x07)")


class Failed(Exception):
    pass


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
            found = re.compile(pattern.replace(" ", r"\s+")).search(self.seen, self.at)
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
    for text, answer in [("neu", None), (name, "Passwort"), (SECRET, "Passwort"), (SECRET, None)]:
        t.line(text)
        if answer:
            t.until(answer)
        else:
            time.sleep(0.3)
    t.line("er")
    time.sleep(0.3)
    t.line("nein")
    t.until(f"Willkommen, {name}")


def play_a_trick(t):
    for way in ["osten", "unten"]:
        t.line(way)
        t.until("Ausg(ang|änge):")
    for text in ["setz dich", "runden 5", "los"]:
        t.line(text)
        time.sleep(0.2)
    t.until("Du bist dran: bieten")
    t.line("biete 100")
    while True:
        found = t.until(r"(ansage \d)|Zum Beispiel: (spiele [^.]+)\.|(Stich \d von \d|bekommst? den Stich|Runde 1 ist)")
        if found.group(1):
            t.line(found.group(1))
        elif found.group(2):
            t.line(" ".join(found.group(2).split()))
            t.until("(Stich|Runde)")
            return


def visit(server, argv, hides):
    name = "Gretel"
    argv = [a.format(host="127.0.0.1", port=server.port) for a in argv]
    t = Terminal(argv)
    try:
        login_new(t, name)
        if hides and SECRET in t.seen:
            raise Failed("the password shows")
        t.line("sage Grüße aus Köln, Straße 7")
        t.until("Du sagst: Grüße aus Köln, Straße 7")
        play_a_trick(t)
        t.resize(30, 70)
        t.line("stand")
        t.until("Stand|Punkte|Runde")
    finally:
        t.close()
    t = Terminal(argv)
    try:
        t.until("Wie heißt Du denn")
        t.line(name)
        t.until("Passwort")
        t.line(SECRET)
        t.until("Du bist wieder an Tisch 1")
        if hides and SECRET in t.seen:
            raise Failed("the password shows")
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
        program, rest, hides = CLIENTS[name]
        if not shutil.which(program):
            print(f"{name}: {program} is not installed, skipped")
            failed |= name in must
            continue
        server = Server(args.binary)
        try:
            visit(server, [program, *rest], hides)
            print(f"{name}: well")
        except Failed as why:
            print(f"{name}: {why}")
            failed = True
        finally:
            server.close()
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
