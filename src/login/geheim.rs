//! A password on its way: kept short, never printed, overwritten when it goes. Knows no hashing.

use std::fmt;
use std::hint::black_box;

use super::names::Name;
use crate::limits::PASSWORD_LETTERS;
use crate::satz::falte;

/// Letters of a password that must be left when the player's name is taken out of it.
const LETTERS_BESIDE_NAME: usize = 4;

/// A password or a hash of one. Prints as a placeholder; the text comes out of [`Secret::reveal`]
/// alone.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    pub fn new(text: String) -> Self {
        Self(text)
    }

    /// The text itself, for hashing and storing. Must not reach a log, an error or a screen.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(..)")
    }
}

impl Drop for Secret {
    fn drop(&mut self) {
        let mut bytes = std::mem::take(&mut self.0).into_bytes();
        bytes.fill(0);
        // Without a reader the compiler could leave the overwriting out.
        black_box(&bytes);
    }
}

/// Why a password cannot be had.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PasswordFault {
    Short,
    Long,
    /// Little more than the player's name.
    Name,
}

/// Checks a new password. Errors: the one reason that is worth saying first.
pub fn check(secret: &Secret, name: &Name) -> Result<(), PasswordFault> {
    match secret.0.chars().count() {
        n if n < *PASSWORD_LETTERS.start() => return Err(PasswordFault::Short),
        n if n > *PASSWORD_LETTERS.end() => return Err(PasswordFault::Long),
        _ => {}
    }
    let beside = Secret(falte(&secret.0).replace(name.key(), ""));
    if beside.0.chars().count() < LETTERS_BESIDE_NAME {
        return Err(PasswordFault::Name);
    }
    Ok(())
}

impl PasswordFault {
    /// The reason, and what would work.
    pub fn sentence(self) -> String {
        let (least, most) = (PASSWORD_LETTERS.start(), PASSWORD_LETTERS.end());
        match self {
            Self::Short => {
                format!("Dieses Passwort ist zu kurz, es braucht mindestens {least} Zeichen.")
            }
            Self::Long => {
                format!("Dieses Passwort ist zu lang, es darf höchstens {most} Zeichen haben.")
            }
            Self::Name => {
                "Dein Name ist als Passwort zu leicht zu erraten. Bitte nimm etwas anderes."
                    .to_string()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(text: &str) -> Option<PasswordFault> {
        check(&Secret::new(text.into()), &Name::parse("Jörg").unwrap()).err()
    }

    #[test]
    fn a_secret_does_not_print() {
        let secret = Secret::new("Zebra-Kuchen-77".into());
        assert_eq!(format!("{secret:?}"), "Secret(..)");
    }

    #[test]
    fn passwords_have_bounds_in_letters() {
        assert_eq!(fault("ääääääää"), None);
        assert_eq!(fault("ääääääa"), Some(PasswordFault::Short));
        assert_eq!(fault(&"ä".repeat(128)), None);
        assert_eq!(fault(&"a".repeat(129)), Some(PasswordFault::Long));
    }

    #[test]
    fn the_name_is_no_password_in_any_spelling() {
        assert_eq!(fault("JoergJörg"), Some(PasswordFault::Name));
        assert_eq!(fault("joerg123"), Some(PasswordFault::Name));
        assert_eq!(fault("joerg mag Tee"), None);
    }
}
