#!/usr/bin/env python3
"""Die kleine Probe zu docs/wachstum.md: Zwei Prozesse, die je ein Haus vertreten, teilen sich Mitteilungen, wer da ist
und das Geldbuch, einmal über PostgreSQL (LISTEN/NOTIFY), einmal die Mitteilungen über Redis. Gemessen wird, wie lange
eine Mitteilung von einem Haus ins andere und zurück braucht, wie viele je Sekunde gehen, und wie viele Buchungen.

    apt-get install postgresql python3-psycopg2 redis-server python3-redis
    docs/leistung/zwei_haeuser.py

Beide Server laufen nur für die Probe, in einem Ordner, der danach weg ist, und lauschen auf keiner Adresse."""

import glob
import multiprocessing
import os
import select
import shutil
import subprocess
import tempfile
import time

import psycopg2
import redis

RUNDEN = 1000
FLUT = 5000
BUCHUNGEN = 1000

SCHEMA = """
CREATE TABLE da (name text PRIMARY KEY, haus int NOT NULL);
CREATE TABLE stand (konto text PRIMARY KEY, betrag bigint NOT NULL CHECK (betrag >= 0 OR konto = 'haus'));
CREATE TABLE posten (buchung text, konto text, betrag bigint NOT NULL, PRIMARY KEY (buchung, konto));
CREATE FUNCTION buche(id text, von text, an text, n bigint) RETURNS void LANGUAGE sql AS $$
  INSERT INTO posten VALUES (id, von, -n), (id, an, n) ON CONFLICT DO NOTHING;
  UPDATE stand SET betrag = betrag + CASE konto WHEN an THEN n ELSE -n END WHERE konto IN (von, an);
$$;
INSERT INTO stand SELECT 'konto:' || i, 1000000 FROM generate_series(1, 100) i;
INSERT INTO stand VALUES ('haus', -100000000);
"""


class Postgres:
    def __init__(self):
        self.bin = sorted(glob.glob("/usr/lib/postgresql/*/bin"))[-1]
        self.ordner = tempfile.mkdtemp(prefix="haeuser-")
        shutil.chown(self.ordner, "postgres", "postgres")
        self.als("initdb", "-D", self.ordner + "/db", "-A", "trust", "--no-sync")
        self.als("pg_ctl", "-D", self.ordner + "/db", "-w", "-l", self.ordner + "/log", "-o",
                 f"-c listen_addresses= -c unix_socket_directories={self.ordner}", "start")

    def als(self, was, *args):
        befehl = ["runuser", "-u", "postgres", "--", os.path.join(self.bin, was), *args]
        subprocess.run(befehl, check=True, stdout=subprocess.DEVNULL, cwd=self.ordner)

    def offen(self):
        db = psycopg2.connect(host=self.ordner, user="postgres", dbname="postgres")
        db.autocommit = True
        return db

    def zu(self):
        self.als("pg_ctl", "-D", self.ordner + "/db", "-m", "fast", "stop")
        shutil.rmtree(self.ordner)


class Redis:
    def __init__(self):
        self.ordner = tempfile.mkdtemp(prefix="haeuser-")
        self.socket = self.ordner + "/redis"
        args = ["redis-server", "--port", "0", "--unixsocket", self.socket, "--save", "", "--dir", self.ordner]
        self.server = subprocess.Popen(args, stdout=subprocess.DEVNULL)
        while not os.path.exists(self.socket):
            time.sleep(0.05)

    def zu(self):
        self.server.terminate()
        self.server.wait()
        shutil.rmtree(self.ordner)


class UeberPostgres:
    def __init__(self, server, haus):
        self.db = server.offen()
        self.c = self.db.cursor()
        self.c.execute(f"LISTEN haus_{haus}")

    def teile(self, wem, text):
        """Wo jemand ist, weiß die gemeinsame Tabelle; nur dieses Haus hört es."""
        self.c.execute("SELECT pg_notify('haus_' || haus, %s) FROM da WHERE name = %s", (text, wem))

    def hoere(self):
        while not self.db.notifies:
            select.select([self.db], [], [])
            self.db.poll()
        return self.db.notifies.pop(0).payload


class UeberRedis:
    def __init__(self, server, haus):
        self.r = redis.Redis(unix_socket_path=server.socket)
        self.ohr = redis.Redis(unix_socket_path=server.socket).pubsub()
        self.ohr.subscribe(f"haus_{haus}")
        self.hoere_roh()

    def hoere_roh(self):
        while True:
            nachricht = self.ohr.get_message(timeout=None)
            if nachricht:
                return nachricht

    def teile(self, wem, text):
        self.r.publish("haus_" + self.r.hget("da", wem).decode(), text)

    def hoere(self):
        return self.hoere_roh()["data"].decode()


def echo(art, server, bereit):
    """Das andere Haus: Bert hört und antwortet."""
    w = art(server, 2)
    bereit.set()
    while True:
        text = w.hoere()
        if text == "ende":
            return
        if not text.startswith("still"):
            w.teile("anna", text)


def mitteilungen(name, art, server):
    bereit = multiprocessing.Event()
    anderes = multiprocessing.Process(target=echo, args=(art, server, bereit))
    anderes.start()
    bereit.wait()
    w = art(server, 1)
    zeiten = []
    for i in range(RUNDEN):
        begin = time.perf_counter()
        w.teile("bert", f"Nummer {i}")
        assert w.hoere() == f"Nummer {i}"
        zeiten.append((time.perf_counter() - begin) * 1e3)
    zeiten.sort()
    begin = time.perf_counter()
    for i in range(FLUT):
        w.teile("bert", f"still {i}")
    w.teile("bert", "fertig")
    assert w.hoere() == "fertig"
    je_sek = FLUT / (time.perf_counter() - begin)
    w.teile("bert", "ende")
    anderes.join()
    print(f"{name}: hin und zurück p50 {zeiten[RUNDEN // 2]:.2f} ms, p99 {zeiten[RUNDEN * 99 // 100]:.2f} ms; "
          f"{je_sek:.0f} Mitteilungen je Sekunde von einem Haus")


def buche(server, wer):
    c = server.offen().cursor()
    for i in range(BUCHUNGEN):
        c.execute("SELECT buche(%s, %s, %s, 1)", (f"{wer}-{i}", f"konto:{wer * 10 + 1 + i % 5}", f"konto:{wer * 10 + 6}"))


def geldbuch(server):
    for haeuser in (1, 2, 4):
        begin = time.perf_counter()
        alle = [multiprocessing.Process(target=buche, args=(server, h + haeuser * 2)) for h in range(haeuser)]
        [p.start() for p in alle]
        [p.join() for p in alle]
        je_sek = haeuser * BUCHUNGEN / (time.perf_counter() - begin)
        print(f"PostgreSQL: {je_sek:.0f} Buchungen je Sekunde aus {haeuser} Häusern, jede für sich auf der Platte")
    c = server.offen().cursor()
    c.execute("SELECT (SELECT sum(betrag) FROM stand), (SELECT coalesce(sum(betrag), 0) FROM posten)")
    assert c.fetchone() == (0, 0), "das Geldbuch geht nicht auf"
    print("Das Geldbuch geht auf.")


def main():
    pg = Postgres()
    try:
        c = pg.offen().cursor()
        c.execute(SCHEMA)
        c.execute("INSERT INTO da VALUES ('anna', 1), ('bert', 2)")
        mitteilungen("PostgreSQL", UeberPostgres, pg)
        geldbuch(pg)
    finally:
        pg.zu()
    rd = Redis()
    try:
        redis.Redis(unix_socket_path=rd.socket).hset("da", mapping={"anna": "1", "bert": "2"})
        mitteilungen("Redis", UeberRedis, rd)
    finally:
        rd.zu()


main()
