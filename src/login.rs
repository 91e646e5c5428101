//! The door: name, password, a new player's questions, as a machine. Fed with typed lines and with
//! answers from whoever keeps the accounts; says what to show and what to find out. Hashes nothing,
//! stores nothing, and knows neither telnet nor time: how long somebody may stand at the door is
//! the session's matter.

pub mod geheim;
pub mod names;
mod worte;

#[cfg(test)]
mod tests;

use std::sync::Arc;

pub use self::geheim::Secret;
pub use self::names::{Name, Reserved};
use self::worte::Tuer;
pub use self::worte::{NAME_PROMPT, barred};
use crate::text::Block;

/// Empty answers to the name prompt; the next one ends the connection.
const EMPTY_MAX: u8 = 2;
/// Refused answers of all kinds; the next one ends the connection.
const FAULTS_MAX: u8 = 12;

/// How others speak of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Anrede {
    Maennlich,
    Weiblich,
    Saechlich,
    /// By name only.
    #[default]
    Ohne,
}

/// What the door found out about the wanted output.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Ausgabe {
    /// Nothing was said: what the account has stored counts.
    #[default]
    Offen,
    /// The client reported a screen reader: counts where the player has not chosen by hand.
    Erkannt,
    /// Chosen by hand, for reading aloud.
    Leser,
    /// Chosen by hand, for the eye.
    Normal,
}

/// An answer of yes or no.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Schalter {
    An,
    Aus,
}

/// A new player's account.
#[derive(Clone, Debug)]
pub struct Neuling {
    pub name: Name,
    /// What [`Answer::Hashed`] brought.
    pub hash: Secret,
    pub anrede: Anrede,
    pub ausgabe: Ausgabe,
}

/// What has to be found out or done; the answer comes back by [`Login::answer`].
#[derive(Debug)]
pub enum Want {
    /// Is there an account of this name? Answers: `Known`, `Unknown`.
    Find(Name),
    /// May a new account have this name: neither its key nor its skeleton exists? Answers: `Free`,
    /// `Taken`.
    Free(Name),
    /// Answers: `Right`, `Wrong`.
    Verify { name: Name, secret: Secret },
    /// Answer: `Hashed`.
    Hash(Secret),
    /// Answers: `Created`, or `Taken` if somebody was faster.
    Create(Neuling),
}

/// The answer to a [`Want`]. `Wait`, `Barred` and `Broken` answer any of them.
#[derive(Debug)]
pub enum Answer {
    Known,
    Unknown,
    Free,
    Taken,
    /// `failures`: wrong passwords since the last good login.
    Right {
        failures: u32,
    },
    /// `failures`: as above, this one included.
    Wrong {
        failures: u32,
    },
    Hashed(Secret),
    Created,
    /// Too many wrong passwords; seconds until the next try counts.
    Wait {
        seconds: u64,
    },
    /// Banned; the reason is a sentence for the player, or empty.
    Barred(String),
    /// It failed for no fault of the player's.
    Broken,
}

/// Who has come in.
#[derive(Clone, Debug)]
pub struct Eintritt {
    pub wer: Wer,
    pub ausgabe: Ausgabe,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wer {
    /// Logged in with a password, or just created.
    Konto(Name),
    /// Plays for Spielgeld under a name that the house gives.
    Gast,
}

/// What the session has to do, in this order.
#[derive(Debug)]
pub enum Output {
    Say(Block),
    /// A prompt whose answer is shown.
    Ask(Block),
    /// A prompt whose answer is hidden: `begin_secret` directly before it.
    AskSecret(Block),
    /// The hidden answer has been taken: `end_secret` at once.
    SecretEnd,
    /// Reader mode from now on, also for what this call still says.
    Leser,
    Want(Want),
    /// Over; nothing follows.
    Done(Eintritt),
    /// Over: close after what was said. Nothing follows.
    Close,
}

/// The dialogue at the door.
pub struct Login {
    step: Step,
    reserved: Arc<Reserved>,
    ausgabe: Ausgabe,
    /// A password that came together with the name.
    brought: Option<Secret>,
    empty: u8,
    faults: u8,
}

/// What is awaited: a line, or (`...ing`) an answer.
enum Step {
    Name,
    Finding(Name),
    Password(Name),
    Verifying(Name),
    NewName,
    Freeing(Name),
    NewPassword(Name),
    Repeat(Name, Secret),
    Hashing(Name),
    Anrede(Name, Secret),
    Vorlesen(Name, Secret, Anrede),
    Creating(Name),
    Over,
}

impl Login {
    /// `reserved` are the names of the house.
    pub fn new(reserved: Arc<Reserved>) -> Self {
        Self {
            step: Step::Name,
            reserved,
            ausgabe: Ausgabe::Offen,
            brought: None,
            empty: 0,
            faults: 0,
        }
    }

    /// Asks for the name. Once, behind the greeting.
    pub fn start(&mut self, out: &mut Vec<Output>) {
        out.push(Output::Ask(worte::name_prompt()));
    }

    /// The client reported a screen reader.
    pub fn reader_detected(&mut self) {
        if self.ausgabe == Ausgabe::Offen {
            self.ausgabe = Ausgabe::Erkannt;
        }
    }

    /// Can a line be taken now? Else an answer is awaited, or all is over.
    pub fn wants_line(&self) -> bool {
        matches!(
            self.step,
            Step::Name
                | Step::Password(_)
                | Step::NewName
                | Step::NewPassword(_)
                | Step::Repeat(..)
                | Step::Anrede(..)
                | Step::Vorlesen(..)
        )
    }

    /// Takes a typed line. Expects [`Login::wants_line`]; else the line is lost.
    pub fn line(&mut self, line: String, out: &mut Vec<Output>) {
        match std::mem::replace(&mut self.step, Step::Over) {
            Step::Name => self.door(&line, out),
            Step::Password(name) => self.password(name, Secret::new(line), out),
            Step::NewName => self.new_name(&line, out),
            Step::NewPassword(name) => self.new_password(name, Secret::new(line), out),
            Step::Repeat(name, first) => self.repeat(name, first, Secret::new(line), out),
            Step::Anrede(name, hash) => self.anrede(name, hash, &line, out),
            Step::Vorlesen(name, hash, anrede) => {
                let half = Neuling { name, hash, anrede, ausgabe: Ausgabe::Offen };
                self.vorlesen(half, &line, out);
            }
            waiting => self.step = waiting,
        }
    }

    /// Name and password that a client sends together. They count only at the name prompt, like a line
    /// typed there; elsewhere they are dropped.
    pub fn credentials(&mut self, name: &str, secret: Secret, out: &mut Vec<Output>) {
        if !matches!(self.step, Step::Name) {
            return;
        }
        match Name::parse(name) {
            Ok(name) => {
                self.brought = Some(secret);
                self.find(name, out);
            }
            Err(fault) => self.again(Block::satz(fault.sentence()), out),
        }
    }

    /// Takes the answer to the last [`Want`]. One that does not fit is ignored.
    pub fn answer(&mut self, answer: Answer, out: &mut Vec<Output>) {
        let step = std::mem::replace(&mut self.step, Step::Over);
        match (step, answer) {
            (Step::Finding(name), Answer::Known) => self.found(name, out),
            (Step::Finding(name), Answer::Unknown) => {
                self.brought = None;
                self.again(worte::unknown(&name), out);
            }
            (Step::Verifying(name), Answer::Right { failures }) => {
                out.extend((failures > 0).then(|| Output::Say(worte::failures_since(failures))));
                self.done(Wer::Konto(name), out);
            }
            (Step::Verifying(_), Answer::Wrong { failures }) => {
                close(worte::wrong_password(failures), out);
            }
            (Step::Freeing(name), Answer::Free) => {
                out.push(Output::Say(worte::about_password(&name)));
                self.ask_new_password(name, out);
            }
            (Step::Freeing(name) | Step::Creating(name), Answer::Taken) => {
                self.ask_new_name(worte::taken(&name), out);
            }
            (Step::Hashing(name), Answer::Hashed(hash)) => self.ask_anrede(name, hash, out),
            (Step::Creating(name), Answer::Created) => self.done(Wer::Konto(name), out),
            (step, answer) => self.any_answer(step, answer, out),
        }
    }

    /// Answers that come whatever was wanted.
    fn any_answer(&mut self, step: Step, answer: Answer, out: &mut Vec<Output>) {
        self.step = step;
        if self.wants_line() || matches!(self.step, Step::Over) {
            return;
        }
        let last_words = match answer {
            Answer::Wait { seconds } => worte::wait(seconds),
            Answer::Barred(reason) => barred(&reason),
            Answer::Broken => worte::broken(),
            _ => return,
        };
        self.step = Step::Over;
        close(last_words, out);
    }

    fn door(&mut self, line: &str, out: &mut Vec<Output>) {
        match worte::read_door(line) {
            Tuer::Browser => close(worte::no_browser(), out),
            Tuer::Ende => close(worte::goodbye(), out),
            Tuer::Hilfe => self.again(worte::door_help(), out),
            Tuer::Gast => self.done(Wer::Gast, out),
            Tuer::Neu(name) if name.is_empty() => self.ask_new_name(worte::welcome(), out),
            Tuer::Neu(name) => self.new_name(&name, out),
            Tuer::Leser => {
                self.ausgabe = Ausgabe::Leser;
                out.push(Output::Leser);
                self.again(worte::reader_on(), out);
            }
            Tuer::Name if line.trim().is_empty() => self.nameless(out),
            Tuer::Name => match Name::parse(line) {
                Ok(name) => self.find(name, out),
                Err(fault) => self.again(Block::satz(fault.sentence()), out),
            },
        }
    }

    fn find(&mut self, name: Name, out: &mut Vec<Output>) {
        out.push(Output::Want(Want::Find(name.clone())));
        self.step = Step::Finding(name);
    }

    fn found(&mut self, name: Name, out: &mut Vec<Output>) {
        match self.brought.take() {
            Some(secret) => self.verify(name, secret, out),
            None => {
                out.push(Output::AskSecret(worte::password_prompt()));
                self.step = Step::Password(name);
            }
        }
    }

    fn nameless(&mut self, out: &mut Vec<Output>) {
        self.empty += 1;
        if self.empty > EMPTY_MAX {
            close(worte::still_empty(), out);
        } else {
            self.again(worte::empty_name(), out);
        }
    }

    /// Says why, and asks for the name again.
    fn again(&mut self, why: Block, out: &mut Vec<Output>) {
        if self.patient(out) {
            out.push(Output::Say(why));
            out.push(Output::Ask(worte::name_prompt()));
            self.step = Step::Name;
        }
    }

    fn password(&mut self, name: Name, secret: Secret, out: &mut Vec<Output>) {
        out.push(Output::SecretEnd);
        self.verify(name, secret, out);
    }

    fn verify(&mut self, name: Name, secret: Secret, out: &mut Vec<Output>) {
        if secret.reveal().is_empty() {
            // Not a guess, so nobody counts it; but the line ends like after any wrong password.
            return close(worte::wrong_password(0), out);
        }
        out.push(Output::Want(Want::Verify { name: name.clone(), secret }));
        self.step = Step::Verifying(name);
    }

    fn new_name(&mut self, line: &str, out: &mut Vec<Output>) {
        if line.trim().is_empty() {
            self.step = Step::Name;
            return out.push(Output::Ask(worte::name_prompt()));
        }
        match names::check(line, &|look| self.reserved.contains(look)) {
            Ok(name) => {
                out.push(Output::Want(Want::Free(name.clone())));
                self.step = Step::Freeing(name);
            }
            Err(fault) => self.ask_new_name(Block::satz(fault.sentence()), out),
        }
    }

    fn ask_new_name(&mut self, why: Block, out: &mut Vec<Output>) {
        if self.patient(out) {
            out.push(Output::Say(why));
            out.push(Output::Ask(worte::new_name_prompt()));
            self.step = Step::NewName;
        }
    }

    fn ask_new_password(&mut self, name: Name, out: &mut Vec<Output>) {
        out.push(Output::AskSecret(worte::new_password_prompt()));
        self.step = Step::NewPassword(name);
    }

    fn new_password(&mut self, name: Name, secret: Secret, out: &mut Vec<Output>) {
        out.push(Output::SecretEnd);
        match geheim::check(&secret, &name) {
            Ok(()) => {
                out.push(Output::AskSecret(worte::repeat_prompt()));
                self.step = Step::Repeat(name, secret);
            }
            Err(fault) => self.other_password(name, Block::satz(fault.sentence()), out),
        }
    }

    fn repeat(&mut self, name: Name, first: Secret, second: Secret, out: &mut Vec<Output>) {
        out.push(Output::SecretEnd);
        if first != second {
            return self.other_password(name, worte::not_equal(), out);
        }
        out.push(Output::Want(Want::Hash(first)));
        self.step = Step::Hashing(name);
    }

    fn other_password(&mut self, name: Name, why: Block, out: &mut Vec<Output>) {
        if self.patient(out) {
            out.push(Output::Say(why));
            self.ask_new_password(name, out);
        }
    }

    fn ask_anrede(&mut self, name: Name, hash: Secret, out: &mut Vec<Output>) {
        out.push(Output::Ask(worte::anrede_prompt()));
        self.step = Step::Anrede(name, hash);
    }

    fn anrede(&mut self, name: Name, hash: Secret, line: &str, out: &mut Vec<Output>) {
        let Some(anrede) = worte::read_anrede(line) else {
            if self.patient(out) {
                out.push(Output::Say(worte::about_anrede()));
                self.ask_anrede(name, hash, out);
            }
            return;
        };
        if self.ausgabe == Ausgabe::Offen {
            out.push(Output::Ask(worte::vorlesen_prompt()));
            self.step = Step::Vorlesen(name, hash, anrede);
        } else {
            let ausgabe = self.ausgabe;
            self.create(Neuling { name, hash, anrede, ausgabe }, out);
        }
    }

    fn vorlesen(&mut self, half: Neuling, line: &str, out: &mut Vec<Output>) {
        match worte::read_switch(line) {
            Some(Schalter::An) => {
                self.ausgabe = Ausgabe::Leser;
                out.push(Output::Leser);
            }
            Some(Schalter::Aus) => self.ausgabe = Ausgabe::Normal,
            None => {
                if self.patient(out) {
                    out.push(Output::Say(worte::yes_or_no()));
                    out.push(Output::Ask(worte::vorlesen_prompt()));
                    self.step = Step::Vorlesen(half.name, half.hash, half.anrede);
                }
                return;
            }
        }
        self.create(Neuling { ausgabe: self.ausgabe, ..half }, out);
    }

    fn create(&mut self, neuling: Neuling, out: &mut Vec<Output>) {
        self.step = Step::Creating(neuling.name.clone());
        out.push(Output::Want(Want::Create(neuling)));
    }

    fn done(&mut self, wer: Wer, out: &mut Vec<Output>) {
        out.push(Output::Done(Eintritt { wer, ausgabe: self.ausgabe }));
    }

    /// Counts a refused answer. False: that was one too many, and the line closes.
    fn patient(&mut self, out: &mut Vec<Output>) -> bool {
        self.faults += 1;
        let patient = self.faults <= FAULTS_MAX;
        if !patient {
            close(worte::too_many_faults(), out);
        }
        patient
    }
}

fn close(last_words: Block, out: &mut Vec<Output>) {
    out.push(Output::Say(last_words));
    out.push(Output::Close);
}
