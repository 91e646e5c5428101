//! A line on its way to a screen: letters with labels, measured in display cells, wrapped, and
//! written with or without colour. The one place where letters that steer a terminal are dropped.
//! Knows no block and no medium.

use unicode_width::UnicodeWidthStr;

use super::{Ansicht, BREITE_MIN, Farben, Teil, Zeile};

/// What a letter belongs to; colours are made from this alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stil {
    Ohne,
    Name,
    Karte,
    Wichtig,
    Befehl,
}

impl Stil {
    /// The number of the SGR sequence; `None` needs none.
    fn sgr(self, farben: &Farben) -> Option<u8> {
        match self {
            Self::Ohne => None,
            Self::Name => farben.namen,
            Self::Karte => farben.karten,
            Self::Wichtig => farben.wichtig,
            Self::Befehl => farben.befehle,
        }
    }
}

/// A letter. `fest` letters belong to a name, card, number or command, which stays whole.
#[derive(Clone, Copy, Debug)]
pub(super) struct Zeichen {
    pub(super) c: char,
    pub(super) stil: Stil,
    pub(super) fest: bool,
}

/// A line of labelled letters without line ends and control characters.
#[derive(Clone, Debug, Default)]
pub(super) struct Fluss(pub(super) Vec<Zeichen>);

impl From<&Zeile> for Fluss {
    fn from(zeile: &Zeile) -> Self {
        let mut fluss = Self::default();
        for teil in &zeile.0 {
            fluss.push_teil(teil);
        }
        fluss
    }
}

impl From<&str> for Fluss {
    fn from(text: &str) -> Self {
        let mut fluss = Self::default();
        fluss.push(text);
        fluss
    }
}

impl Fluss {
    /// Adds plain text.
    pub(super) fn push(&mut self, text: &str) {
        self.0.extend(clean(text).map(|c| Zeichen { c, stil: Stil::Ohne, fest: false }));
    }

    /// Adds text that stays whole.
    pub(super) fn push_whole(&mut self, text: &str, stil: Stil) {
        self.0.extend(clean(text).map(|c| Zeichen { c, stil, fest: true }));
    }

    pub(super) fn push_teil(&mut self, teil: &Teil) {
        match teil {
            Teil::Text(t) | Teil::Rede(t) => self.push(t),
            Teil::Name(t) => self.push_whole(t, Stil::Name),
            Teil::Karte(k) => self.push_whole(&k.wort, Stil::Karte),
            Teil::Zahl(n) => self.push_whole(&n.to_string(), Stil::Ohne),
            Teil::Befehl(t) => self.push_whole(t, Stil::Befehl),
            Teil::Wichtig(t) => {
                self.0.extend(clean(t).map(|c| Zeichen { c, stil: Stil::Wichtig, fest: false }));
            }
        }
    }

    pub(super) fn extend(&mut self, other: Self) {
        self.0.extend(other.0);
    }

    /// Adds blanks until the line is this wide.
    pub(super) fn pad(&mut self, breite: usize) {
        let missing = breite.saturating_sub(self.width());
        self.push(&" ".repeat(missing));
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn ends_with(&self, c: char) -> bool {
        self.0.last().is_some_and(|z| z.c == c)
    }

    /// Width in display cells.
    pub(super) fn width(&self) -> usize {
        self.text().width()
    }

    pub(super) fn text(&self) -> String {
        self.0.iter().map(|z| z.c).collect()
    }

    /// Lines no wider than `breite`, broken at blanks; inside of a word or a name only where it is
    /// wider than a whole line. Expects a width of two or more, so that every letter fits.
    pub(super) fn wrap(&self, breite: usize) -> Vec<Self> {
        if self.width() <= breite {
            return vec![self.clone()];
        }
        let mut lines = Vec::new();
        let mut line = Self::default();
        for (gap, atom) in self.atoms() {
            let mut longer = line.clone();
            longer.extend(gap);
            longer.extend(atom.clone());
            if longer.width() <= breite {
                line = longer;
                continue;
            }
            if !line.is_empty() {
                lines.push(line);
            }
            let mut pieces = atom.pieces(breite);
            line = pieces.pop().unwrap_or_default();
            lines.append(&mut pieces);
        }
        if !line.is_empty() {
            lines.push(line);
        }
        lines
    }

    /// What may not be broken, each with the blanks in front of it.
    fn atoms(&self) -> Vec<(Self, Self)> {
        let mut atoms: Vec<(Self, Self)> = Vec::new();
        let mut gap = Self::default();
        let mut inside = false;
        for z in &self.0 {
            if z.c == ' ' && !z.fest {
                gap.0.push(*z);
                inside = false;
                continue;
            }
            if !inside {
                atoms.push((std::mem::take(&mut gap), Self::default()));
                inside = true;
            }
            if let Some((_, atom)) = atoms.last_mut() {
                atom.0.push(*z);
            }
        }
        atoms
    }

    /// An atom in pieces that fit: whole, else broken at its blanks, else anywhere.
    fn pieces(self, breite: usize) -> Vec<Self> {
        if self.width() <= breite {
            return vec![self];
        }
        if self.0.iter().any(|z| z.c == ' ') {
            let loose = self.0.into_iter().map(|z| Zeichen { fest: false, ..z }).collect();
            return Self(loose).wrap(breite);
        }
        let mut pieces = vec![Self::default()];
        for z in self.0 {
            let mut longer = pieces.pop().unwrap_or_default();
            longer.0.push(z);
            if longer.width() > breite && longer.0.len() > 1 {
                longer.0.pop();
                pieces.push(longer);
                longer = Self(vec![z]);
            }
            pieces.push(longer);
        }
        pieces
    }

    /// Writes the letters; colour is closed before the line ends.
    fn write(&self, ansicht: &Ansicht, out: &mut String) {
        let mut open = None;
        for z in &self.0 {
            let wanted = z.stil.sgr(&ansicht.farben).filter(|_| ansicht.farbe);
            if wanted != open {
                if open.is_some() {
                    out.push_str("\x1b[0m");
                }
                if let Some(n) = wanted {
                    out.push_str(&format!("\x1b[{n}m"));
                }
                open = wanted;
            }
            out.push(z.c);
        }
        if open.is_some() {
            out.push_str("\x1b[0m");
        }
    }
}

/// Letters that may reach a screen: every kind of blank is one, what steers a terminal or the
/// direction of writing is dropped, and so is what has no width but changes the width of its
/// neighbours.
fn clean(text: &str) -> impl Iterator<Item = char> + '_ {
    text.chars().filter_map(|c| match c {
        c if c.is_whitespace() => Some(' '),
        c if c.is_control() => None,
        '\u{ad}' | '\u{61c}' | '\u{feff}' => None,
        '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' => None,
        '\u{fe00}'..='\u{fe0f}' | '\u{e0000}'..='\u{e01ef}' => None,
        c => Some(c),
    })
}

/// The lines that are written so far.
pub(super) struct Seite<'a> {
    ansicht: &'a Ansicht,
    text: String,
    /// A question waits at the end of the text.
    open: bool,
}

impl<'a> Seite<'a> {
    pub(super) fn new(ansicht: &'a Ansicht) -> Self {
        Self { ansicht, text: String::new(), open: false }
    }

    pub(super) fn ansicht(&self) -> &'a Ansicht {
        self.ansicht
    }

    /// Columns to wrap at; `None` where lines are sent whole.
    pub(super) fn breite(&self) -> Option<usize> {
        let wraps = self.ansicht.art != super::Art::Leser;
        self.ansicht.breite.filter(|b| wraps && *b >= BREITE_MIN).map(usize::from)
    }

    pub(super) fn fits(&self, breite: usize) -> bool {
        self.breite().is_none_or(|b| breite <= b)
    }

    /// One line, wrapped where the screen is narrow.
    pub(super) fn line(&mut self, fluss: &Fluss) {
        self.indented(0, fluss);
    }

    /// One line with blanks in front of it and of all that is wrapped.
    pub(super) fn indented(&mut self, einzug: usize, fluss: &Fluss) {
        self.close();
        let lines = match self.breite() {
            Some(b) => fluss.wrap(b - einzug),
            None => vec![fluss.clone()],
        };
        for line in lines {
            self.text.push_str(&" ".repeat(einzug));
            line.write(self.ansicht, &mut self.text);
            self.text.push('\n');
        }
    }

    /// A blank line, where somebody wants them and none stands there already.
    pub(super) fn blank(&mut self) {
        self.close();
        let doubled = self.text.is_empty() || self.text.ends_with("\n\n");
        if self.ansicht.leerzeilen && !doubled {
            self.text.push('\n');
        }
    }

    /// A question: the answer is typed behind it.
    pub(super) fn question(&mut self, fluss: &Fluss) {
        self.close();
        if fluss.is_empty() {
            return;
        }
        let lines = match self.breite() {
            Some(b) => fluss.wrap(b - 1),
            None => vec![fluss.clone()],
        };
        for (i, line) in lines.iter().enumerate() {
            if i > 0 {
                self.text.push('\n');
            }
            line.write(self.ansicht, &mut self.text);
        }
        self.text.push(' ');
        self.open = true;
    }

    fn close(&mut self) {
        if std::mem::take(&mut self.open) {
            self.text.pop();
            self.text.push('\n');
        }
    }

    pub(super) fn finish(self) -> String {
        self.text
    }
}
