//! Which telnet option is on, on which side: the Q method of RFC 1143, and the one exception to it,
//! ECHO. Knows no bytes beyond option codes and no payloads.

/// The options this server knows by name. Everything else is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Opt {
    Echo,
    /// Suppress go-ahead. Never offered, since it switches clients to single keys.
    Sga,
    Ttype,
    Eor,
    Naws,
    /// Asked for the screen reader alone; whatever else a client tells of its user is not wanted.
    NewEnviron,
    Charset,
    Mssp,
    Mccp2,
    Gmcp,
    /// Offered only to a client that has refused GMCP.
    Msdp,
}

/// Number of known options.
const KNOWN: usize = 11;

impl Opt {
    pub(super) const ALL: [(Self, u8); KNOWN] = [
        (Self::Echo, 1),
        (Self::Sga, 3),
        (Self::Ttype, 24),
        (Self::Eor, 25),
        (Self::Naws, 31),
        (Self::NewEnviron, 39),
        (Self::Charset, 42),
        (Self::Mssp, 70),
        (Self::Mccp2, 86),
        (Self::Gmcp, 201),
        (Self::Msdp, 69),
    ];

    /// The option's number on the wire.
    pub fn code(self) -> u8 {
        Self::ALL[self as usize].1
    }

    pub(super) fn from_code(code: u8) -> Option<Self> {
        Self::ALL.iter().find(|(_, c)| *c == code).map(|(o, _)| *o)
    }

    /// The side that this server offers the option for. `None`: agreed to when asked, never
    /// offered.
    pub(super) fn offered_side(self) -> Option<Side> {
        match self {
            Self::Echo | Self::Sga => None,
            Self::Ttype | Self::Naws | Self::NewEnviron => Some(Side::Him),
            Self::Eor | Self::Charset | Self::Mssp | Self::Mccp2 | Self::Gmcp | Self::Msdp => {
                Some(Side::Us)
            }
        }
    }

    fn fits(self, side: Side) -> bool {
        self == Self::Sga || self.offered_side() == Some(side)
    }
}

/// The options a connection is offered or, as with SGA, may have when it asks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Offers {
    known: u16,
    /// Of those: not offered at the start.
    later: u16,
}

impl Offers {
    /// Nothing but ECHO around a password.
    pub const NONE: Self = Self { known: 0, later: 0 };

    /// Adds an option. ECHO changes nothing: it is always there, and only around a password.
    #[must_use]
    pub fn with(self, opt: Opt) -> Self {
        Self { known: self.known | 1 << opt as u16, ..self }
    }

    /// Adds an option that is agreed to when the client asks, and offered only by [`super::Telnet::offer`].
    #[must_use]
    pub fn with_later(self, opt: Opt) -> Self {
        let bit = 1 << opt as u16;
        Self { known: self.known | bit, later: self.later | bit }
    }

    /// Is it offered at the start?
    pub(super) fn at_once(self, opt: Opt) -> bool {
        self.contains(opt) && self.later & (1 << opt as u16) == 0
    }

    pub fn contains(self, opt: Opt) -> bool {
        opt != Opt::Echo && self.known & (1 << opt as u16) != 0
    }
}

/// Who would use the option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Side {
    Us,
    Him,
}

/// What one side says about an option: WILL or DO, WONT or DONT.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Word {
    On,
    Off,
}

/// State of one option on one side (RFC 1143 chapter 7).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Q {
    #[default]
    No,
    Yes,
    WantNo,
    WantNoThenYes,
    WantYes,
    WantYesThenNo,
}

impl Q {
    /// The next state and the word to send when this server wants a change.
    fn want(self, word: Word) -> (Self, Option<Word>) {
        match (self, word) {
            (Self::No, Word::On) => (Self::WantYes, Some(Word::On)),
            (Self::WantNo, Word::On) => (Self::WantNoThenYes, None),
            (Self::WantYesThenNo, Word::On) => (Self::WantYes, None),
            (Self::Yes, Word::Off) => (Self::WantNo, Some(Word::Off)),
            (Self::WantYes, Word::Off) => (Self::WantYesThenNo, None),
            (Self::WantNoThenYes, Word::Off) => (Self::WantNo, None),
            (state, _) => (state, None),
        }
    }

    /// The next state and the answer when the other side speaks. Expects that a request in state
    /// `No` is one this server agrees to.
    fn hear(self, word: Word) -> (Self, Option<Word>) {
        match (self, word) {
            (Self::No, Word::On) => (Self::Yes, Some(Word::On)),
            (Self::Yes, Word::Off) => (Self::No, Some(Word::Off)),
            (Self::WantYesThenNo, Word::On) => (Self::WantNo, Some(Word::Off)),
            (Self::WantNoThenYes, Word::Off) => (Self::WantYes, Some(Word::On)),
            (Self::Yes | Self::WantYes | Self::WantNoThenYes, Word::On) => (Self::Yes, None),
            // A refusal of ours that is answered by consent is an error of the other side; it
            // counts as off.
            (Self::WantNo, Word::On) | (_, Word::Off) => (Self::No, None),
        }
    }
}

/// A set of option codes.
#[derive(Clone, Copy, Default)]
struct Codes([u64; 4]);

impl Codes {
    /// Adds the code; true if it is new.
    fn insert(&mut self, code: u8) -> bool {
        let (word, bit) = (usize::from(code / 64), 1 << (code % 64));
        let new = self.0[word] & bit == 0;
        self.0[word] |= bit;
        new
    }

    fn remove(&mut self, code: u8) {
        self.0[usize::from(code / 64)] &= !(1 << (code % 64));
    }
}

/// What follows from a word of the other side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Heard {
    /// To be answered.
    pub(super) answer: Option<Word>,
    /// The option came into force or ended.
    pub(super) change: Option<(Opt, Word)>,
    /// An offer of ours was refused.
    pub(super) refused: Option<Opt>,
}

/// All options of both sides.
#[derive(Default)]
pub(super) struct Table {
    offers: Offers,
    us: [Q; KNOWN],
    him: [Q; KNOWN],
    refused_us: Codes,
    refused_him: Codes,
    echo: Echo,
}

impl Table {
    pub(super) fn new(offers: Offers) -> Self {
        Self { offers, ..Self::default() }
    }

    pub(super) fn echo(&self) -> &Echo {
        &self.echo
    }

    pub(super) fn echo_mut(&mut self) -> &mut Echo {
        &mut self.echo
    }

    /// Has it been offered and not been answered?
    pub(super) fn is_open(&self, side: Side, opt: Opt) -> bool {
        let states = if side == Side::Us { &self.us } else { &self.him };
        states[opt as usize] == Q::WantYes
    }

    /// Whether the option is among those of this connection.
    pub(super) fn knows(&self, opt: Opt) -> bool {
        self.offers.contains(opt)
    }

    /// Is the option in force?
    pub(super) fn in_force(&self, side: Side, opt: Opt) -> bool {
        let states = if side == Side::Us { &self.us } else { &self.him };
        states[opt as usize] == Q::Yes
    }

    /// This server wants a change; gives the word to send, if one is due now.
    pub(super) fn want(&mut self, side: Side, opt: Opt, word: Word) -> Option<Word> {
        let state = self.state(side, opt);
        let (next, say) = state.want(word);
        *state = next;
        say
    }

    /// The other side has spoken about an option.
    pub(super) fn hear(&mut self, side: Side, code: u8, word: Word) -> Heard {
        if side == Side::Us && code == Opt::Echo.code() {
            return self.hear_echo(word);
        }
        match Opt::from_code(code) {
            Some(opt) if opt.fits(side) && self.offers.contains(opt) => {
                self.hear_known(side, opt, word)
            }
            _ => Heard { answer: self.refuse(side, code, word), ..Heard::default() },
        }
    }

    fn hear_known(&mut self, side: Side, opt: Opt, word: Word) -> Heard {
        let before = self.in_force(side, opt);
        let state = self.state(side, opt);
        let (next, answer) = state.hear(word);
        let refused = (*state == Q::WantYes && next == Q::No).then_some(opt);
        *state = next;
        let change = match (before, next == Q::Yes) {
            (false, true) => Some((opt, Word::On)),
            (true, false) => Some((opt, Word::Off)),
            _ => None,
        };
        Heard { answer, change, refused }
    }

    fn hear_echo(&mut self, word: Word) -> Heard {
        let answer = match self.echo.hear(word) {
            EchoHeard::Settled => None,
            EchoHeard::Stopped => Some(Word::Off),
            EchoHeard::Asked => self.refuse(Side::Us, Opt::Echo.code(), Word::On),
        };
        Heard { answer, ..Heard::default() }
    }

    /// A request is refused once. Only a request that was withdrawn and is made anew is answered
    /// anew, so that a thousand repetitions cost one answer.
    fn refuse(&mut self, side: Side, code: u8, word: Word) -> Option<Word> {
        let refused = if side == Side::Us { &mut self.refused_us } else { &mut self.refused_him };
        match word {
            Word::On => refused.insert(code).then_some(Word::Off),
            Word::Off => {
                refused.remove(code);
                None
            }
        }
    }

    fn state(&mut self, side: Side, opt: Opt) -> &mut Q {
        let states = if side == Side::Us { &mut self.us } else { &mut self.him };
        &mut states[opt as usize]
    }
}

/// ECHO on our side, used only to hide a password. It departs from the Q method in one point: it
/// never waits for an answer, because some clients acknowledge WILL but not WONT,
/// and a password must be hidden the second time as well.
#[derive(Default)]
pub(super) struct Echo {
    on: bool,
    acknowledged: bool,
    /// WONTs that have not been answered by DONT yet. Answers that arrive late must not count for a
    /// newer WILL.
    late: u8,
}

/// What a word about our ECHO means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum EchoHeard {
    /// An answer to something of ours.
    Settled,
    /// The client takes back what it had agreed to.
    Stopped,
    /// The client asks by itself.
    Asked,
}

impl Echo {
    pub(super) fn is_on(&self) -> bool {
        self.on
    }

    /// True if WILL is to be sent.
    pub(super) fn begin(&mut self) -> bool {
        self.acknowledged = false;
        !std::mem::replace(&mut self.on, true)
    }

    /// True if WONT is to be sent.
    pub(super) fn end(&mut self) -> bool {
        let was_on = std::mem::take(&mut self.on);
        if was_on {
            self.late = self.late.saturating_add(1);
        }
        was_on
    }

    fn hear(&mut self, word: Word) -> EchoHeard {
        match word {
            Word::On if self.on => {
                self.acknowledged = true;
                EchoHeard::Settled
            }
            Word::On if self.late > 0 => EchoHeard::Settled,
            Word::On => EchoHeard::Asked,
            Word::Off if self.late > 0 => {
                self.late -= 1;
                EchoHeard::Settled
            }
            Word::Off if self.on && self.acknowledged => {
                self.on = false;
                EchoHeard::Stopped
            }
            Word::Off => EchoHeard::Settled,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn naws() -> Table {
        Table::new(Offers::NONE.with(Opt::Naws))
    }

    #[test]
    fn codes_stand_at_the_place_of_their_option() {
        for (opt, code) in Opt::ALL {
            assert_eq!(opt.code(), code);
            assert_eq!(Opt::from_code(code), Some(opt));
        }
    }

    #[test]
    fn an_offer_that_is_taken_needs_no_further_word() {
        let mut t = naws();
        assert_eq!(t.want(Side::Him, Opt::Naws, Word::On), Some(Word::On));
        let heard = t.hear(Side::Him, 31, Word::On);
        assert_eq!(heard, Heard { change: Some((Opt::Naws, Word::On)), ..Heard::default() });
        assert_eq!(t.hear(Side::Him, 31, Word::On), Heard::default());
    }

    #[test]
    fn an_offer_that_is_refused_stays_refused() {
        let mut t = naws();
        t.want(Side::Him, Opt::Naws, Word::On);
        let heard = t.hear(Side::Him, 31, Word::Off);
        assert_eq!(heard, Heard { refused: Some(Opt::Naws), ..Heard::default() });
        assert!(!t.in_force(Side::Him, Opt::Naws));
    }

    #[test]
    fn changes_of_mind_wait_for_the_answer() {
        let mut t = naws();
        t.want(Side::Him, Opt::Naws, Word::On);
        assert_eq!(t.want(Side::Him, Opt::Naws, Word::Off), None);
        assert_eq!(t.hear(Side::Him, 31, Word::On).answer, Some(Word::Off));
        assert_eq!(t.want(Side::Him, Opt::Naws, Word::On), None);
        assert_eq!(t.hear(Side::Him, 31, Word::Off).answer, Some(Word::On));
        assert_eq!(t.hear(Side::Him, 31, Word::On).answer, None);
        assert!(t.in_force(Side::Him, Opt::Naws));
    }

    #[test]
    fn the_wrong_side_of_a_known_option_is_refused() {
        let mut t = naws();
        assert_eq!(t.hear(Side::Us, 31, Word::On).answer, Some(Word::Off));
    }

    #[test]
    fn a_late_dont_does_not_uncover_the_next_password() {
        let mut echo = Echo::default();
        assert!(echo.begin() && echo.end() && echo.begin());
        assert_eq!(echo.hear(Word::On), EchoHeard::Settled);
        assert_eq!(echo.hear(Word::Off), EchoHeard::Settled);
        assert_eq!(echo.hear(Word::On), EchoHeard::Settled);
        assert!(echo.is_on());
        assert_eq!(echo.hear(Word::Off), EchoHeard::Stopped);
    }
}
