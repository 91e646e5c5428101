//! Passwords: argon2id with the defaults of its crate (19 MiB, two rounds), off the async threads and a bounded
//! number at once. Knows no account and keeps nothing; the archive stores what `hash` gives.

use argon2::Argon2;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use thiserror::Error;
use tokio::sync::Semaphore;

use crate::limits::PASSWORDS_AT_ONCE;

/// One hash costs memory and a core, so a crowd at the door waits here and not on every core at once.
static SLOTS: Semaphore = Semaphore::const_new(PASSWORDS_AT_ONCE);

/// A password could not be hashed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("Das Passwort ließ sich gerade nicht verschlüsseln; versuch es gleich noch einmal.")]
pub struct HashError;

/// The password in PHC form with a fresh salt, ready to be stored. Takes some milliseconds of one core.
pub fn hash(password: &str) -> Result<String, HashError> {
    let hash = Argon2::default().hash_password(password.as_bytes()).map_err(|_| HashError)?;
    Ok(hash.to_string())
}

/// True if the password belongs to a stored hash. A text that is no hash fits no password.
pub fn verify(password: &str, hash: &str) -> bool {
    Argon2::default().verify_password(password.as_bytes(), hash).is_ok()
}

/// [`hash`] off the async threads, in turn.
pub async fn hash_in_turn(password: String) -> Result<String, HashError> {
    in_turn(move || hash(&password)).await.unwrap_or(Err(HashError))
}

/// [`verify`] off the async threads, in turn.
pub async fn verify_in_turn(password: String, hash: String) -> bool {
    in_turn(move || verify(&password, &hash)).await.unwrap_or(false)
}

/// The slot goes along with the work: whoever hangs up in the middle does not make room before it is done.
/// `None`: the work did not come to its end.
async fn in_turn<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
    let slot = SLOTS.acquire().await.ok()?;
    let done = tokio::task::spawn_blocking(move || {
        let result = work();
        drop(slot);
        result
    });
    done.await.ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_same_password_fits_its_hash() {
        let stored = hash("Zebra-Kuchen-77").unwrap();
        assert!(stored.starts_with("$argon2id$"));
        assert!(!stored.contains("Zebra"));
        assert!(verify("Zebra-Kuchen-77", &stored));
        assert!(!verify("zebra-kuchen-77", &stored));
        assert!(!verify("", &stored));
    }

    #[test]
    fn the_same_password_is_stored_differently_each_time() {
        assert_ne!(hash("Zebra-Kuchen-77").unwrap(), hash("Zebra-Kuchen-77").unwrap());
    }

    #[test]
    fn a_damaged_hash_fits_nothing() {
        for stored in ["", "x", "$argon2id$v=19$m=19456,t=2,p=1$", "Zebra-Kuchen-77"] {
            assert!(!verify("Zebra-Kuchen-77", stored));
        }
    }

    #[tokio::test]
    async fn more_logins_than_slots_all_get_their_answer() {
        let stored = hash_in_turn("Zebra-Kuchen-77".to_string()).await.unwrap();
        let logins: Vec<_> = (0..2 * PASSWORDS_AT_ONCE + 1)
            .map(|i| {
                let password = if i == 0 { "falsch" } else { "Zebra-Kuchen-77" };
                tokio::spawn(verify_in_turn(password.to_string(), stored.clone()))
            })
            .collect();
        for (i, login) in logins.into_iter().enumerate() {
            assert_eq!(login.await.unwrap(), i != 0);
        }
    }
}
