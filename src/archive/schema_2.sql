-- Who must not come in or must not speak. `wen` is a purse ("konto:12", "gast:3") or a network ("192.0.2.0/24").
CREATE TABLE sperre (
    art TEXT NOT NULL CHECK (art IN ('konto', 'netz', 'stumm')),
    wen TEXT NOT NULL,
    -- As an admin reads it.
    name TEXT NOT NULL,
    grund TEXT NOT NULL,
    von TEXT NOT NULL,
    seit INTEGER NOT NULL,
    -- NULL: until somebody lifts it.
    bis INTEGER,
    PRIMARY KEY (art, wen)
) STRICT, WITHOUT ROWID;

-- What admins have done, in the game and from outside.
CREATE TABLE aufsicht (
    nr INTEGER PRIMARY KEY AUTOINCREMENT,
    wann INTEGER NOT NULL,
    wer TEXT NOT NULL,
    was TEXT NOT NULL
) STRICT;

-- Reports of players about others, with what the reporter had heard.
CREATE TABLE meldung (
    nr INTEGER PRIMARY KEY AUTOINCREMENT,
    wann INTEGER NOT NULL,
    von TEXT NOT NULL,
    von_konto TEXT NOT NULL,
    gegen TEXT NOT NULL,
    raum TEXT NOT NULL,
    grund TEXT NOT NULL,
    zeilen TEXT NOT NULL,
    erledigt_von TEXT
) STRICT;

CREATE INDEX meldung_von ON meldung (von_konto, wann);
