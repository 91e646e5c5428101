//! All bounds in one place, each with the reason for its number. What an operator may want to change has a
//! key in `config.toml`; these are the hard ones.

/// Words of a command; the longest command of any game has fewer, speech is kept as text anyway.
pub const WORDS_MAX: usize = 24;

/// Bytes of one input line. Longer than any sentence, short enough that a thousand idle half lines are cheap.
pub const LINE_BYTES_MAX: usize = 2048;

/// Bytes of one telnet subnegotiation that are kept; the rest is skipped up to its end (leitung.md 7.6).
pub const SUBNEGOTIATION_BYTES_MAX: usize = 4096;

/// Bytes of one subnegotiation after which the line is cut (leitung.md 7.6).
pub const SUBNEGOTIATION_BYTES_CUT: usize = 1 << 20;

/// Posts waiting for one session. A burst of a whole round fits many times; a reader who is slower is cut.
pub const MAILBOX_POSTS_MAX: usize = 256;

/// Messages waiting for one room, table, or the hub. Senders await a place, which slows the sender alone.
pub const INBOX_MAX: usize = 256;

/// Lines of one packet that wait to be carried out before reading stops (leitung.md 7.8).
pub const INPUT_LINES_MAX: usize = 256;

/// Largest amount of money in one posting; far from the limits of 64 bits even when multiplied by 16 seats.
pub const AMOUNT_MAX: i64 = 1_000_000_000_000;

/// Seats of a table: a seat set is a 16-bit mask.
pub const SEATS_MAX: u8 = 8;

/// Letters of a name (entwurf 5).
pub const NAME_LETTERS: std::ops::RangeInclusive<usize> = 3..=11;

/// Letters of a password. The upper bound keeps hashing time bounded.
pub const PASSWORD_LETTERS: std::ops::RangeInclusive<usize> = 8..=128;
