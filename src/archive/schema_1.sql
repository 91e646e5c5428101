-- Accounts. `key` is the folded name, so that Jörg and Joerg are one.
CREATE TABLE konto (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    key TEXT NOT NULL UNIQUE,
    -- What looks alike has the same skeleton, so that nobody can pass for somebody else.
    skeleton TEXT NOT NULL UNIQUE,
    hash TEXT NOT NULL,
    anrede INTEGER NOT NULL,
    rang INTEGER NOT NULL DEFAULT 0,
    settings_json TEXT NOT NULL,
    failed INTEGER NOT NULL DEFAULT 0,
    created INTEGER NOT NULL,
    last_seen INTEGER,
    washed INTEGER NOT NULL DEFAULT 0,
    washed_at INTEGER
) STRICT;

-- The ledger: a posting, its rows, and the balances that are kept in step with them.
CREATE TABLE buchung (
    nr INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    waehrung TEXT NOT NULL,
    grund TEXT NOT NULL,
    wann INTEGER NOT NULL
) STRICT;

CREATE TABLE posten (
    buchung INTEGER NOT NULL REFERENCES buchung (nr),
    konto TEXT NOT NULL,
    betrag INTEGER NOT NULL,
    PRIMARY KEY (buchung, konto)
) STRICT, WITHOUT ROWID;

CREATE TABLE stand (
    konto TEXT NOT NULL,
    waehrung TEXT NOT NULL,
    betrag INTEGER NOT NULL CHECK (betrag >= 0 OR konto = 'haus'),
    PRIMARY KEY (konto, waehrung)
) STRICT, WITHOUT ROWID;

-- Tables and what happened at those that are still open.
CREATE TABLE tisch (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    raum TEXT NOT NULL,
    spiel TEXT NOT NULL,
    nr_im_raum INTEGER NOT NULL,
    waehrung TEXT NOT NULL,
    kopf_json TEXT NOT NULL,
    opened INTEGER NOT NULL,
    closed INTEGER
) STRICT;

CREATE INDEX tisch_offen ON tisch (id) WHERE closed IS NULL;

CREATE TABLE journal (
    tisch INTEGER NOT NULL REFERENCES tisch (id),
    nr INTEGER NOT NULL,
    zeile TEXT NOT NULL,
    PRIMARY KEY (tisch, nr)
) STRICT, WITHOUT ROWID;

CREATE TABLE erfahrung (
    konto INTEGER NOT NULL REFERENCES konto (id),
    spiel TEXT NOT NULL,
    games INTEGER NOT NULL DEFAULT 0,
    points INTEGER NOT NULL DEFAULT 0,
    told INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (konto, spiel)
) STRICT, WITHOUT ROWID;

CREATE INDEX erfahrung_liste ON erfahrung (spiel, points DESC, games);

CREATE TABLE kurier (
    nr INTEGER PRIMARY KEY AUTOINCREMENT,
    kanal TEXT NOT NULL,
    wann INTEGER NOT NULL,
    zeile TEXT NOT NULL
) STRICT;

CREATE INDEX kurier_kanal ON kurier (kanal, nr);

CREATE TABLE notiz (
    nr INTEGER PRIMARY KEY AUTOINCREMENT,
    art TEXT NOT NULL,
    wer TEXT NOT NULL,
    wann INTEGER NOT NULL,
    zeile TEXT NOT NULL
) STRICT;

-- Running numbers that are never given twice.
CREATE TABLE zaehler (
    name TEXT PRIMARY KEY,
    wert INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO zaehler (name, wert) VALUES ('gast', 0), ('sync', 0);
