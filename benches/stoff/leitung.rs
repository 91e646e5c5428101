//! Bytes in and out: telnet, and blocks as text for each medium.

use std::hint::black_box;

use theaterkeller::spiele::russisch::Russisch;
use theaterkeller::telnet::{Offers, Opt, Telnet, encode};
use theaterkeller::text::zeichensatz::Zeichensatz;
use theaterkeller::text::{Ansicht, Art, Block, Teil, render};
use theaterkeller::zeile;

use super::Stoff;
use super::spiele::Verlauf;

pub(crate) const STOFF: &[Stoff] = &[
    Stoff::new("telnet: eine getippte Zeile", || receive(b"spiele pik 7 hoch\r\n")),
    Stoff::new("telnet: eine Zeile mit Umlauten", || {
        receive("sage Grüße an die Übrigen\r\n".as_bytes())
    }),
    Stoff::new("telnet: eine GMCP-Nachricht", || {
        let mut bytes = b"\xff\xfa\xc9".to_vec();
        bytes.extend_from_slice(b"Tisch.Zug {\"nr\":17,\"befehl\":\"spiele pik 7 hoch\"}\xff\xf0");
        receive(&bytes)
    }),
    Stoff::new("telnet: ein Satz hinaus", || {
        let mut out = Vec::new();
        Box::new(move || {
            out.clear();
            let text = "Elena spielt Karo Dame. Du bist dran, spiele eine Karte.\n";
            encode(black_box(text), Zeichensatz::Utf8, &mut out);
            black_box(&out);
        })
    }),
    Stoff::new("text: eine Rede, normal", || rede(Art::Normal)),
    Stoff::new("text: eine Rede, leser", || rede(Art::Leser)),
    Stoff::new("text: eine Runde am Tisch, normal", || runde(Art::Normal)),
    Stoff::new("text: eine Runde am Tisch, grafik", || runde(Art::Grafik)),
    Stoff::new("text: eine Runde am Tisch, leser", || runde(Art::Leser)),
];

fn receive(bytes: &[u8]) -> Box<dyn FnMut()> {
    let bytes = bytes.to_vec();
    let mut telnet = Telnet::new(Offers::NONE.with(Opt::Gmcp));
    let mut frames = Vec::new();
    telnet.receive(b"\xff\xfd\xc9", &mut frames);
    Box::new(move || {
        frames.clear();
        telnet.receive(black_box(&bytes), &mut frames);
        black_box(&frames);
        black_box(telnet.take_reply());
    })
}

fn rede(art: Art) -> Box<dyn FnMut()> {
    let zeile = zeile![
        Teil::Name("Anna".into()),
        " sagt: ",
        Teil::Rede("Grüß Euch, wer spielt mit?".into())
    ];
    show(vec![Block::Satz(zeile)], art)
}

/// Everything that one seat is told while a round of five cards is played.
fn runde(art: Art) -> Box<dyn FnMut()> {
    show(Verlauf::<Russisch>::new().erzaehlt(), art)
}

fn show(blocks: Vec<Block>, art: Art) -> Box<dyn FnMut()> {
    let ansicht = Ansicht { breite: Some(78), ..Ansicht::neu(art) };
    Box::new(move || {
        black_box(render(black_box(&blocks), &ansicht));
    })
}
