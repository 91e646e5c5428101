//! How many connections the system's limit of open files bears: what the house itself needs is kept back, so that a
//! crowd at the door never keeps it from writing.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Kept back for the house: the database and its log, records, data being read, listeners, the log, the system's own
/// few, and those who are told that there is no room.
pub(super) const RESERVE: u64 = 48;
/// Whoever finds no room is told so, as long as no more than these are being told.
pub(super) const REFUSALS_MAX: usize = 16;

/// Raises the limit as far as `wanted` connections need it and the system allows it, and gives how many it bears.
pub(super) fn verbindungen(wanted: u32) -> u32 {
    let need = u64::from(wanted) + RESERVE;
    let limit = getrlimit(Resource::Nofile);
    if limit.current.is_some_and(|have| have < need) {
        let current = Some(limit.maximum.map_or(need, |most| need.min(most)));
        // If that is refused, what holds now is what counts.
        let _ = setrlimit(Resource::Nofile, Rlimit { current, maximum: limit.maximum });
    }
    let have = getrlimit(Resource::Nofile).current.unwrap_or(u64::MAX);
    let borne = borne(have, wanted);
    if borne < wanted {
        tracing::warn!(
            dateien = have,
            verbindungen = borne,
            "the system allows too few open files for grenzen.verbindungen"
        );
    }
    borne
}

/// At least one, or nobody could ever come in.
fn borne(have: u64, wanted: u32) -> u32 {
    u32::try_from(have.saturating_sub(RESERVE)).unwrap_or(u32::MAX).clamp(1, wanted.max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_house_keeps_its_reserve() {
        assert_eq!(borne(1024, 12_000), 1024 - 48);
        assert_eq!(borne(64, 12_000), 16);
        assert_eq!(borne(20_000, 12_000), 12_000);
        assert_eq!(borne(10, 12_000), 1);
        assert_eq!(borne(u64::MAX, 5), 5);
    }
}
