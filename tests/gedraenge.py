#!/usr/bin/env python3
"""A crowded evening over real sockets: many tables, at each one person and three friends with their real pauses.

    tests/gedraenge.py target/release/theaterkeller [--tische 200] [--sekunden 60]

Every person thinks for two to six seconds over each move. Measured is how long it takes from the last byte of a move
to the first byte of the answer, and how much of one processor the server uses. Bounds (shared with docs/freunde.md, F6):
99 of 100 answers within 50 ms, and less than a quarter of two cores. Needs nothing but Python 3. Exit code 0: both hold.
"""

import argparse
import asyncio
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OFFER = re.compile(r"[Zz]um Beispiel:? (ansage \d+|spiele (?:pik 7 (?:hoch|niedrig)|\w+ \w+))")
OVER = "beginnt ein neues Spiel"
P99_MS, CORES, CPU_SHARE = 50.0, 2, 0.25


class Guest:
    def __init__(self, port, chance):
        self.port, self.chance, self.text = port, chance, ""
        self.echoes, self.measuring = [], False

    async def open(self):
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)

    async def take(self):
        data = await self.reader.read(65536)
        if not data:
            raise SystemExit(f"Die Verbindung riss ab, zuletzt: {self.text[-300:]}")
        self.text += re.sub(rb"\xff[\xfb-\xfe].|\xff\xfa.*?\xff\xf0|\xff.", b"", data, flags=re.S).decode(
            errors="replace"
        )

    async def wait(self, pattern):
        while True:
            flat = re.sub(r"\s+", " ", self.text)
            match = re.search(pattern, flat)
            if match:
                return match
            await asyncio.wait_for(self.take(), 120)

    async def send(self, command):
        self.text = ""
        self.writer.write(command.encode() + b"\r\n")
        await self.writer.drain()

    async def sit(self):
        await self.wait(r"Wie heißt Du denn")
        for command, answer in [
            ("gast", r"Ausgänge?:"),
            ("osten", r"Theatercafé.*Ausgänge?:"),
            ("unten", r"Olegs Keller.*Ausg[aä]nge?:"),
            ("setz dich", r"Mit los beginnt"),
        ]:
            await self.send(command)
            await self.wait(answer)
        # At once, or the next one sits down at the same table.
        await self.begin()

    async def begin(self):
        await self.send("los")
        await self.wait(r"bieten\.")
        await self.send("biete 100")

    async def evening(self, until):
        while time.monotonic() < until:
            match = await self.wait(f"{OFFER.pattern}|{OVER}")
            if match.group(0) == OVER:
                await self.begin()
                continue
            await asyncio.sleep(self.chance.uniform(2, 6))
            begun = time.monotonic()
            await self.send(match.group(1))
            await self.take()
            if self.measuring:
                self.echoes.append((time.monotonic() - begun) * 1000)


def crowded_data(folder, tables):
    """The shipped data with as many tables in Oleg's cellar as are wanted."""
    shutil.copytree(ROOT / "data", folder)
    path = folder / "raeume/olegs_keller.toml"
    text = path.read_text(encoding="utf-8")
    block = re.search(r"^\[\[tisch\]\]\n.*?(?=^\[|\Z)", text, re.S | re.M).group(0)
    many = re.sub(r"^tische_max = \d+", "tische_max = 100", block, flags=re.M)
    path.write_text(text.replace(block, many * -(-tables // 100)), encoding="utf-8")


def cpu_s(pid):
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / 100


async def crowd(port, pid, tables, seconds):
    guests = [Guest(port, random.Random(i)) for i in range(tables)]
    for guest in guests:
        await guest.open()
        await guest.sit()
    until = time.monotonic() + 15 + seconds
    tasks = [asyncio.create_task(g.evening(until)) for g in guests]
    await asyncio.sleep(15)
    for guest in guests:
        guest.measuring = True
    before, begun = cpu_s(pid), time.monotonic()
    await asyncio.sleep(seconds)
    used = (cpu_s(pid) - before) / (time.monotonic() - begun)
    for task in tasks:
        task.cancel()
    done = await asyncio.gather(*tasks, return_exceptions=True)
    broken = [d for d in done if isinstance(d, BaseException) and not isinstance(d, asyncio.CancelledError)]
    if broken:
        raise SystemExit(f"{len(broken)} Leute sind gescheitert: {broken[0]!r}")
    return sorted(e for g in guests for e in g.echoes), used


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binary")
    parser.add_argument("--tische", type=int, default=200)
    parser.add_argument("--sekunden", type=int, default=60)
    args = parser.parse_args()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 8192), hard))
    scratch = Path(tempfile.mkdtemp(prefix="theaterkeller-crowd-"))
    crowded_data(scratch / "data", args.tische)
    sets = ["grenzen.verbindungen_je_adresse=0", "grenzen.anmeldungen_je_adresse=0", 'log.filter="warn"']
    where = ["--state", scratch / "state", "--data", scratch / "data", "--config", ROOT / "config.toml"]
    server = subprocess.Popen(
        [Path(args.binary).resolve(), "serve", "--listen", "127.0.0.1:0", *where]
        + [word for s in sets for word in ("--set", s)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        port = int(re.search(r"127\.0\.0\.1:(\d+)", server.stdout.readline()).group(1))
        echoes, used = asyncio.run(crowd(port, server.pid, args.tische, args.sekunden))
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait(timeout=30)
        shutil.rmtree(scratch, ignore_errors=True)
    if not echoes:
        raise SystemExit("Es wurde kein einziger Zug gemessen.")
    at = lambda share: echoes[min(len(echoes) - 1, int(share * len(echoes)))]
    print(f"{args.tische} Tische, {len(echoes)} Züge: Antwort nach {at(0.5):.1f} ms (Median), {at(0.99):.1f} ms (p99).")
    print(f"Der Server brauchte {used * 100:.1f} % eines Prozessors.")
    sys.exit(0 if at(0.99) < P99_MS and used < CPU_SHARE * CORES else 1)


if __name__ == "__main__":
    main()
