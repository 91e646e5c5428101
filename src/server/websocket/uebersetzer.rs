//! Between the session's telnet and subprotocols without telnet: marks and offers are taken out, GMCP messages become
//! frames of their own. Pure.

use tokio_tungstenite::tungstenite::protocol::Message;

use super::Art;

const SE: u8 = 240;
const SB: u8 = 250;
const WILL: u8 = 251;
const DO: u8 = 253;
const DONT: u8 = 254;
const IAC: u8 = 255;
const GMCP: u8 = 201;

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Text,
    Iac,
    Verb(u8),
    SubOption,
    Sub,
    SubIac,
}

/// What the session writes, as frames.
pub(super) struct Uebersetzer {
    art: Art,
    state: State,
    sub: Vec<u8>,
    sub_code: u8,
    answer: Vec<u8>,
}

/// What a browser types: a doubled 255 keeps it from being read as telnet, where the frames hold no telnet.
pub(super) fn typed(art: Art, bytes: &[u8]) -> Vec<u8> {
    if art == Art::Telnet {
        return bytes.to_vec();
    }
    let double = |b: &u8| std::iter::repeat_n(*b, if *b == IAC { 2 } else { 1 });
    bytes.iter().flat_map(double).collect()
}

/// A text frame: a GMCP message where the subprotocol says so, else typed text.
pub(super) fn text_frame(art: Art, text: &str) -> Vec<u8> {
    if art != Art::Gmcp {
        return text.as_bytes().to_vec();
    }
    [&[IAC, SB, GMCP], text.as_bytes(), &[IAC, SE]].concat()
}

impl Uebersetzer {
    pub(super) fn new(art: Art) -> Self {
        Self { art, state: State::Text, sub: Vec::new(), sub_code: 0, answer: Vec::new() }
    }

    /// What has to go back to the session: it is told that GMCP is understood.
    pub(super) fn take_answer(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.answer)
    }

    pub(super) fn frames(&mut self, bytes: &[u8]) -> Vec<Message> {
        if self.art == Art::Telnet {
            return vec![Message::binary(bytes.to_vec())];
        }
        let mut out = Vec::new();
        let mut text = Vec::new();
        for b in bytes {
            self.byte(*b, &mut text, &mut out);
        }
        flush(&mut text, &mut out);
        out
    }

    fn byte(&mut self, b: u8, text: &mut Vec<u8>, out: &mut Vec<Message>) {
        match (self.state, b) {
            (State::Text, IAC) => self.state = State::Iac,
            (State::Text, b) => text.push(b),
            (State::Iac, IAC) => {
                text.push(IAC);
                self.state = State::Text;
            }
            (State::Iac, WILL..=DONT) => self.state = State::Verb(b),
            (State::Iac, SB) => self.state = State::SubOption,
            (State::Iac, _) => self.state = State::Text,
            (State::Verb(verb), code) => {
                if (verb, code, self.art) == (WILL, GMCP, Art::Gmcp) {
                    self.answer.extend([IAC, DO, GMCP]);
                }
                self.state = State::Text;
            }
            (State::SubOption, code) => {
                (self.sub_code, self.state) = (code, State::Sub);
                self.sub.clear();
            }
            (State::Sub, IAC) => self.state = State::SubIac,
            (State::Sub, b) => self.sub.push(b),
            (State::SubIac, SE) => {
                self.state = State::Text;
                if self.sub_code == GMCP {
                    flush(text, out);
                    let sub = std::mem::take(&mut self.sub);
                    out.push(Message::text(String::from_utf8_lossy(&sub).into_owned()));
                }
            }
            (State::SubIac, b) => {
                self.sub.push(b);
                self.state = State::Sub;
            }
        }
    }
}

fn flush(text: &mut Vec<u8>, out: &mut Vec<Message>) {
    if !text.is_empty() {
        out.push(Message::binary(std::mem::take(text)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_messages_are_told_apart_wherever_a_packet_ends() {
        let wire = b"A\xff\xfb\xc9B\xff\xf9\xff\xfa\xc9Room.Info {}\xff\xf0C\xff\xff";
        for cut in 0..wire.len() {
            let mut u = Uebersetzer::new(Art::Gmcp);
            let (a, b) = wire.split_at(cut);
            let all: Vec<Message> = u.frames(a).into_iter().chain(u.frames(b)).collect();
            let text: Vec<u8> = all
                .iter()
                .filter(|m| m.is_binary())
                .flat_map(|m| m.clone().into_data().to_vec())
                .collect();
            assert_eq!(text, b"ABC\xff");
            let gmcp: Vec<&Message> = all.iter().filter(|m| m.is_text()).collect();
            assert_eq!(gmcp, [&Message::text("Room.Info {}")]);
            assert_eq!(u.take_answer(), [IAC, DO, GMCP]);
        }
    }

    #[test]
    fn a_terminal_is_told_nothing_of_gmcp_and_cannot_speak_it() {
        let mut u = Uebersetzer::new(Art::Terminal);
        assert_eq!(u.frames(b"\xff\xfb\xc9Hallo"), [Message::binary(&b"Hallo"[..])]);
        assert!(u.take_answer().is_empty());
        assert_eq!(typed(Art::Terminal, b"\xff\xfa\xc9"), b"\xff\xff\xfa\xc9");
        assert_eq!(text_frame(Art::Terminal, "wer\n"), b"wer\n");
    }
}
