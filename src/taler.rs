//! Money: amounts, accounts and balanced postings. Decides nothing and stores nothing; the archive books
//! what is described here.

use std::fmt;

use crate::limits::AMOUNT_MAX;

/// A posting has one currency; the two never mix.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Waehrung {
    Taler,
    Spielgeld,
}

impl Waehrung {
    /// As stored and as said: "taler", "spielgeld".
    pub fn id(self) -> &'static str {
        match self {
            Self::Taler => "taler",
            Self::Spielgeld => "spielgeld",
        }
    }

    pub fn from_id(id: &str) -> Option<Self> {
        [Self::Taler, Self::Spielgeld].into_iter().find(|w| w.id() == id)
    }

    /// "250 Taler", "250 Spieltaler".
    pub fn betrag(self, n: i64) -> String {
        match self {
            Self::Taler => format!("{n} Taler"),
            Self::Spielgeld => format!("{n} Spieltaler"),
        }
    }
}

/// An account of the ledger.
#[derive(Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Geldkonto {
    /// The purse of an account holder, by account number.
    Konto(i64),
    /// The purse of a guest, by guest number.
    Gast(i64),
    /// What a table holds in trust, by table number.
    Tisch(i64),
    /// The house; the only account that may be below zero.
    Haus,
}

impl fmt::Display for Geldkonto {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Konto(n) => write!(f, "konto:{n}"),
            Self::Gast(n) => write!(f, "gast:{n}"),
            Self::Tisch(n) => write!(f, "tisch:{n}"),
            Self::Haus => write!(f, "haus"),
        }
    }
}

impl std::str::FromStr for Geldkonto {
    type Err = ();

    fn from_str(s: &str) -> Result<Self, ()> {
        if s == "haus" {
            return Ok(Self::Haus);
        }
        let (art, nr) = s.split_once(':').ok_or(())?;
        let nr = nr.parse().map_err(|_| ())?;
        match art {
            "konto" => Ok(Self::Konto(nr)),
            "gast" => Ok(Self::Gast(nr)),
            "tisch" => Ok(Self::Tisch(nr)),
            _ => Err(()),
        }
    }
}

/// A balanced posting: rows that add up to zero, in one currency, with an id that makes it idempotent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Buchung {
    id: String,
    waehrung: Waehrung,
    grund: String,
    posten: Vec<(Geldkonto, i64)>,
}

/// Why rows are no posting.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unausgeglichen {
    /// The rows do not add up to zero.
    Summe,
    /// An amount is beyond [`AMOUNT_MAX`].
    Grenze,
}

impl Buchung {
    /// Rows of one account are put together, empty rows left out. `id` is unique for what happened, so that the
    /// same posting booked again changes nothing.
    pub fn new(
        id: impl Into<String>,
        waehrung: Waehrung,
        grund: impl Into<String>,
        posten: impl IntoIterator<Item = (Geldkonto, i64)>,
    ) -> Result<Self, Unausgeglichen> {
        let mut rows = std::collections::BTreeMap::new();
        for (konto, betrag) in posten {
            if betrag.abs() > AMOUNT_MAX {
                return Err(Unausgeglichen::Grenze);
            }
            *rows.entry(konto).or_insert(0i64) += betrag;
        }
        if rows.values().sum::<i64>() != 0 {
            return Err(Unausgeglichen::Summe);
        }
        let posten = rows.into_iter().filter(|(_, n)| *n != 0).collect();
        Ok(Self { id: id.into(), waehrung, grund: grund.into(), posten })
    }

    /// One amount from one account to another.
    pub fn transfer(
        id: impl Into<String>,
        waehrung: Waehrung,
        grund: impl Into<String>,
        von: Geldkonto,
        an: Geldkonto,
        betrag: i64,
    ) -> Result<Self, Unausgeglichen> {
        Self::new(id, waehrung, grund, [(von, -betrag), (an, betrag)])
    }

    pub fn id(&self) -> &str {
        &self.id
    }

    pub fn waehrung(&self) -> Waehrung {
        self.waehrung
    }

    /// Why the money moved, in German, for the ledger's reader.
    pub fn grund(&self) -> &str {
        &self.grund
    }

    /// Account and amount; positive is what the account receives. Adds up to zero.
    pub fn posten(&self) -> &[(Geldkonto, i64)] {
        &self.posten
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn uneven_rows_are_no_posting() {
        let rows = [(Geldkonto::Haus, -5), (Geldkonto::Konto(1), 4)];
        assert_eq!(Buchung::new("x", Waehrung::Taler, "", rows), Err(Unausgeglichen::Summe));
        let rows = [(Geldkonto::Haus, i64::MIN + 1), (Geldkonto::Konto(1), i64::MAX)];
        assert_eq!(Buchung::new("x", Waehrung::Taler, "", rows), Err(Unausgeglichen::Grenze));
    }

    proptest! {
        #[test]
        fn accounts_round_trip(nr in 0i64..1_000_000) {
            let numbered = [Geldkonto::Konto(nr), Geldkonto::Gast(nr), Geldkonto::Tisch(nr)];
            for k in numbered.into_iter().chain([Geldkonto::Haus]) {
                prop_assert_eq!(k.to_string().parse::<Geldkonto>(), Ok(k));
            }
        }

        #[test]
        fn every_posting_adds_up_to_zero(
            rows in proptest::collection::vec((0i64..5, -1000i64..1000), 0..8),
        ) {
            let sum: i64 = rows.iter().map(|r| r.1).sum();
            let rows = rows.into_iter().map(|(k, n)| (Geldkonto::Konto(k), n));
            let rows = rows.chain([(Geldkonto::Haus, -sum)]);
            let b = Buchung::new("x", Waehrung::Spielgeld, "", rows).unwrap();
            prop_assert_eq!(b.posten().iter().map(|p| p.1).sum::<i64>(), 0);
        }
    }
}
