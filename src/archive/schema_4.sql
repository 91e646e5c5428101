-- Records of games on their way to files: of running games, and of finished ones whose file is not written yet.
CREATE TABLE aufzeichnung (
    id INTEGER PRIMARY KEY,
    tisch INTEGER NOT NULL REFERENCES tisch (id),
    -- Name of the file; NULL while the game runs.
    datei TEXT,
    -- Whole lines, each with its end.
    zeilen TEXT NOT NULL
) STRICT;
CREATE INDEX aufzeichnung_tisch ON aufzeichnung (tisch);
CREATE INDEX aufzeichnung_datei ON aufzeichnung (datei) WHERE datei IS NOT NULL;
