//! What is said, before it is decided how it looks: blocks made of parts with a meaning. A game or
//! a room says each thing once as blocks; the media in `text/` turn them into lines. Knows no game
//! and no colour.

mod fluss;
pub mod grafik;
pub mod leser;
pub mod plain;
#[cfg(test)]
mod tests;
pub mod zeichensatz;

use self::fluss::Seite;

/// A piece of a sentence, marked with what it is, so that a medium can decide how to show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Teil {
    Text(String),
    /// A person's name.
    Name(String),
    Karte(Kartenbild),
    Zahl(i64),
    /// What must not be overlooked: whose turn it is, a warning.
    Wichtig(String),
    /// Something that may be typed as it stands.
    Befehl(String),
    /// What a player has written: shown as it is, never read as anything else.
    Rede(String),
}

/// A card as the media need it: said in words, and drawn line by line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kartenbild {
    /// "Herz Dame": complete and good to hear.
    pub wort: String,
    /// The drawing, top line first, every line equally wide, ASCII only. Empty: there is no
    /// drawing.
    pub bild: Vec<String>,
}

/// One sentence or line of speech.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Zeile(pub Vec<Teil>);

impl Zeile {
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a part and gives the line back, for building in one expression.
    #[must_use]
    pub fn und(mut self, teil: impl Into<Teil>) -> Self {
        self.0.push(teil.into());
        self
    }

    pub fn push(&mut self, teil: impl Into<Teil>) {
        self.0.push(teil.into());
    }

    /// Adds all parts of another line.
    pub fn extend(&mut self, other: Self) {
        self.0.extend(other.0);
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The bare words: cards by their word, no marks.
    pub fn wortlaut(&self) -> String {
        self.0.iter().map(Teil::wortlaut).collect()
    }
}

impl Teil {
    /// The bare words of this part.
    pub fn wortlaut(&self) -> String {
        match self {
            Self::Text(t) | Self::Name(t) | Self::Wichtig(t) | Self::Befehl(t) | Self::Rede(t) => {
                t.clone()
            }
            Self::Karte(k) => k.wort.clone(),
            Self::Zahl(n) => n.to_string(),
        }
    }
}

impl From<&str> for Teil {
    fn from(t: &str) -> Self {
        Self::Text(t.to_string())
    }
}

impl From<String> for Teil {
    fn from(t: String) -> Self {
        Self::Text(t)
    }
}

impl From<Kartenbild> for Teil {
    fn from(k: Kartenbild) -> Self {
        Self::Karte(k)
    }
}

impl From<i64> for Teil {
    fn from(n: i64) -> Self {
        Self::Zahl(n)
    }
}

impl From<&str> for Zeile {
    fn from(t: &str) -> Self {
        Self(vec![t.into()])
    }
}

impl From<String> for Zeile {
    fn from(t: String) -> Self {
        Self(vec![t.into()])
    }
}

/// Builds a [`Zeile`] from parts: `zeile!["Du spielst ", karte, "."]`.
#[macro_export]
macro_rules! zeile {
    ($($teil:expr),* $(,)?) => { $crate::text::Zeile(vec![$($teil.into()),*]) };
}

/// What is said at once and belongs together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// One sentence, or several about one cause.
    Satz(Zeile),
    /// Something that happened at a table. For the ear several in a row are one line. `im_zug`: the
    /// question that may follow tells it again, see [`ohne_wiederholung`].
    Ereignis { zeile: Zeile, im_zug: bool },
    /// Somebody's cards in their fixed order: "Dein Blatt, 5 Karten: ...". Drawn side by side with
    /// `grafik an`.
    Karten { titel: Zeile, karten: Vec<Kartenbild> },
    /// One thing a line, the heading first and with its count where that helps.
    Liste { titel: Zeile, eintraege: Vec<Zeile> },
    /// Rows of figures. `kopf` names the columns; the first column is the row's subject. A reader
    /// hears each row as a sentence: subject, then "Wert Spalte" for each further column. A name
    /// with a colon at its end is said before the value ("gesamt:" gives "gesamt 61"), one with a
    /// bar has a form for one and a form for many ("Punkt|Punkte").
    Tabelle { titel: Zeile, kopf: Vec<String>, zeilen: Vec<Vec<String>> },
    /// The cards on the table, as a picture for the eye and a sentence for the ear; both hold the
    /// same facts.
    Tischbild(Tischbild),
    /// Running text of several paragraphs (rules, help, room descriptions). `art` lines of a
    /// picture are left out where pictures do not belong; the words around them say the same.
    Prosa(Vec<Absatz>),
    /// A question that waits for an answer on the same line.
    Frage(Zeile),
    /// For the eye alone: what a picture leaves open, while its words for the ear say it already.
    Auge(Zeile),
    /// For the ear alone: in a few words what the eye is shown at length.
    Ohr(Zeile),
    /// The same in the length somebody wants. `mehr` follows `normal` for those who want much;
    /// `knapp` stands in its place and leaves out words, never facts.
    Fassung { mehr: Vec<Self>, normal: Vec<Self>, knapp: Vec<Self> },
}

/// A paragraph of running text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Absatz {
    /// May be wrapped anew.
    Text(Zeile),
    /// A heading.
    Titel(String),
    /// A drawing: its lines for the eye, and what it shows in words for the ear (may be empty if
    /// the text around it says it already).
    Bild { zeilen: Vec<String>, worte: String },
}

/// The table picture of regeln.md R30.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tischbild {
    /// "Jetzt musst Du eine Karte ausspielen." or another first line; for the eye.
    pub kopf: Zeile,
    /// "Auf dem Tisch liegt diese Karte:"; for the eye.
    pub ueberschrift: Zeile,
    /// Name and card of each seat, in seat order; for the eye.
    pub sitze: Vec<(String, Option<Kartenbild>)>,
    /// The same in one sentence; for the ear.
    pub worte: Zeile,
}

impl Block {
    /// A plain sentence.
    pub fn satz(zeile: impl Into<Zeile>) -> Self {
        Self::Satz(zeile.into())
    }
}

/// Which medium turns blocks into lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub enum Art {
    /// Lines, columns and the table picture.
    #[default]
    Normal,
    /// The same, with cards and suits drawn.
    Grafik,
    /// For speech and Braille: one column, whole sentences.
    Leser,
}

/// How much is said.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub enum Laenge {
    Ausfuehrlich,
    #[default]
    Normal,
    Knapp,
}

/// The palette: the number of an SGR sequence for each kind of part. `None` has no colour of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Farben {
    pub namen: Option<u8>,
    pub karten: Option<u8>,
    pub wichtig: Option<u8>,
    pub befehle: Option<u8>,
}

impl Default for Farben {
    fn default() -> Self {
        Self { namen: Some(36), karten: Some(33), wichtig: Some(1), befehle: None }
    }
}

/// How one person wants to see what is said. Each part can be switched by itself.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub struct Ansicht {
    pub art: Art,
    /// Columns of the screen, for wrapping. `None`, or fewer than [`BREITE_MIN`]: lines are sent
    /// whole.
    pub breite: Option<u16>,
    pub farbe: bool,
    /// What has which colour, where colour is wanted.
    pub farben: Farben,
    pub laenge: Laenge,
    /// Tables in columns; without, each row is a sentence. The reader's tables always are.
    pub spalten: bool,
    /// Blank lines between paragraphs. The reader never has any.
    pub leerzeilen: bool,
}

/// Narrower screens are a client's way to say that it wraps by itself (0 and 1 are common).
pub const BREITE_MIN: u16 = 10;

impl Default for Ansicht {
    fn default() -> Self {
        Self {
            art: Art::default(),
            breite: None,
            farbe: false,
            farben: Farben::default(),
            laenge: Laenge::default(),
            spalten: true,
            leerzeilen: true,
        }
    }
}

impl Ansicht {
    /// The default for this medium.
    pub fn neu(art: Art) -> Self {
        Self { art, ..Self::default() }
    }
}

/// The blocks as this view shows them: lines that end in `\n`, no `\r`, no control bytes but SGR
/// where colour is wanted. A question at the end is followed by one blank and no line end.
pub fn render(blocks: &[Block], ansicht: &Ansicht) -> String {
    let mut seite = Seite::new(ansicht);
    let mut flat = Vec::new();
    in_length(blocks, ansicht.laenge, &mut flat);
    // The same cards twice at once are shown once, where they are needed: at the end.
    let again =
        |i: usize| matches!(flat[i], Block::Karten { .. }) && flat[i + 1..].contains(&flat[i]);
    let shown: Vec<&Block> = (0..flat.len()).filter(|i| !again(*i)).map(|i| flat[i]).collect();
    match ansicht.art {
        Art::Normal | Art::Grafik => shown.iter().for_each(|b| plain::show(b, &mut seite)),
        Art::Leser => leser::show_all(&shown, &mut seite),
    }
    seite.finish()
}

/// Takes out the events directly in front of a question that tells them again: nothing is said
/// twice to an ear. Expects the blocks of a post that asks its listener for a decision.
pub fn ohne_wiederholung(blocks: &mut Vec<Block>) {
    let is_event = |b: &Block| matches!(b, Block::Ereignis { .. });
    let Some(last) = blocks.iter().rposition(is_event) else { return };
    let again = |b: &Block| matches!(b, Block::Ereignis { im_zug: true, .. });
    let from = blocks[..=last].iter().rposition(|b| !again(b)).map_or(0, |i| i + 1);
    blocks.drain(from..=last);
}

/// The blocks that are said in this length, in order.
fn in_length<'b>(blocks: &'b [Block], laenge: Laenge, flat: &mut Vec<&'b Block>) {
    for block in blocks {
        let Block::Fassung { mehr, normal, knapp } = block else {
            flat.push(block);
            continue;
        };
        match laenge {
            Laenge::Knapp => in_length(knapp, laenge, flat),
            Laenge::Normal => in_length(normal, laenge, flat),
            Laenge::Ausfuehrlich => {
                in_length(normal, laenge, flat);
                in_length(mehr, laenge, flat);
            }
        }
    }
}
