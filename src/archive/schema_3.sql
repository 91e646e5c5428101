-- Which friends of the house an account has played with: how many evenings, when last, and what the last one brought.
CREATE TABLE bekannt (
    konto INTEGER NOT NULL REFERENCES konto (id),
    freund TEXT NOT NULL,
    abende INTEGER NOT NULL,
    zuletzt INTEGER NOT NULL,
    gewinn INTEGER NOT NULL,
    PRIMARY KEY (konto, freund)
) STRICT, WITHOUT ROWID;
