//! All bounds in one place, each with the reason for its number. What an operator may want to change has a
//! key in `config.toml`; these are the hard ones.

/// Words of a command; the longest command of any game has fewer, speech is kept as text anyway.
pub const WORDS_MAX: usize = 24;

/// Bytes of one input line. Longer than any sentence, short enough that a thousand idle half lines are cheap.
pub const LINE_BYTES_MAX: usize = 2048;

/// Bytes of one telnet subnegotiation that are kept; the rest is skipped up to its end.
pub const SUBNEGOTIATION_BYTES_MAX: usize = 4096;

/// Bytes of one subnegotiation after which the line is cut.
pub const SUBNEGOTIATION_BYTES_CUT: usize = 1 << 20;

/// Posts waiting for one session. A burst of a whole round fits many times; a reader who is slower is cut.
pub const MAILBOX_POSTS_MAX: usize = 256;

/// Messages waiting for one room, table, or the hub. Senders await a place, which slows the sender alone.
pub const INBOX_MAX: usize = 256;

/// More people than this make a room a crowd, where comings and goings are not told one by one: with n people that is
/// n² lines, and nobody follows fifty names that come and go.
pub const CROWD_PEOPLE: usize = 50;

/// So many people are a crowd no longer. Fewer than make one, so that somebody who walks in and out changes nothing.
pub const CROWD_ENDS_PEOPLE: usize = 40;

/// Requests waiting for the archive. A thousand tables may ask at once; further ones wait their turn.
pub const ARCHIVE_ORDERS_MAX: usize = 1024;

/// Requests that share one commit. Enough to make the commit cheap, few enough that none waits long.
pub const ARCHIVE_BATCH_MAX: usize = 256;

/// Lines of one Kurier channel that are kept; older ones fall out.
pub const KURIER_LINES_MAX: usize = 200;

/// Notes of players (fehler, idee, melde) that are kept; nobody can fill the disk with them.
pub const NOTES_MAX: usize = 10_000;

/// Lines of the admins' trail that are kept: years of it, and no admin can fill the disk.
pub const AUDIT_MAX: usize = 100_000;

/// Reports about players that are kept, apart from the notes so that neither drives the other out.
pub const REPORTS_MAX: usize = 10_000;

/// Reports that one person may file within a day: more than anybody needs who is troubled.
pub const REPORTS_A_DAY_MAX: usize = 20;

/// Lines of other people that a report takes along: what was said around it, and no diary.
pub const REPORT_LINES_MAX: usize = 20;

/// Letters of a reason that an admin or a reporter gives; it is told and listed in one breath.
pub const REASON_LETTERS_MAX: usize = 200;

/// Letters of a record's file name; every file system takes as many.
pub const RECORD_NAME_LETTERS_MAX: usize = 100;

/// Passwords hashed at the same time; each takes 19 MiB and a core for some milliseconds.
pub const PASSWORDS_AT_ONCE: usize = 2;

/// Lines of one packet that wait to be carried out before reading stops.
pub const INPUT_LINES_MAX: usize = 256;

/// Largest amount of money in one posting; far from the limits of 64 bits even when multiplied by 16 seats.
pub const AMOUNT_MAX: i64 = 1_000_000_000_000;

/// Word lists and indexes that are kept ready for the next table, each with its settings; some MiB each.
pub const VORRAT_FERTIG_MAX: usize = 32;

/// Seats of a table: a seat set is a 16-bit mask.
pub const SEATS_MAX: u8 = 8;

/// Letters of a name.
pub const NAME_LETTERS: std::ops::RangeInclusive<usize> = 3..=11;

/// Letters of a password. The upper bound keeps hashing time bounded.
pub const PASSWORD_LETTERS: std::ops::RangeInclusive<usize> = 8..=128;

/// Bytes read from a socket at once; they lie on the stack while they are parsed.
pub const READ_BYTES: usize = 2048;

/// Bytes that are gathered for one write before answers to further waiting lines begin another.
pub const WRITE_BYTES: usize = 16 << 10;

/// How long the moves of friends are held back to be told in one line. Longer than friends take by default, so that a
/// slow or broken one keeps nobody from what has happened.
pub const GATHER_TIME_MAX: std::time::Duration = std::time::Duration::from_secs(10);

/// Posts that are put into one burst before it is written.
pub const BURST_POSTS_MAX: usize = 64;

/// Friends that may wait for a place to think, over all tables; whoever comes then plays by rule.
pub const THINKING_MAX: usize = 512;

/// Longest that a table waits for a friend's thought.
pub const THINKING_MAX_MS: u64 = 3000;
