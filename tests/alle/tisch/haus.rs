//! A house without a server: purses, chance, friends' thoughts and a clock that is set by hand. It carries out what
//! a table wants as the host does, keeps the journal, and looks after every single input whether the promises of a
//! table hold. Knows no game. No test stands here.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::time::Duration;

use rand::rngs::ChaCha12Rng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use theaterkeller::satz::Satz;
use theaterkeller::simulate::read_rules;
use theaterkeller::spiele::{Frage, Kasse, Namen, Platz, Stufe, Viewer, Vorrat, Wesen};
use theaterkeller::taler::{Buchung, Geldkonto, Waehrung};
use theaterkeller::text::{Block, Teil, Zeile};
use theaterkeller::tisch::{
    An, Antwort, Ausgang, Einstellung, FreundAmTisch, Input, Mischung, Output, Person, Rolle,
    Schritt, Tisch, Tischmoment, Tischspiel, Wunsch, Zeit,
};

use theaterkeller::verify::{Zeilen, verify};

use super::super::probe::viewers;
use super::freunde;

pub(super) const TISCH: Geldkonto = Geldkonto::Tisch(7);
/// What is compared of a game: all of them together hold everything that a viewer may know.
const QUESTIONS: [Frage; 4] = [Frage::Stand, Frage::Blatt, Frage::WasKannIch, Frage::Stiche];

/// Everything a table is made of.
pub(super) struct Bauplan<S: Tischspiel> {
    pub(super) e: Einstellung,
    pub(super) regeln: S::Regeln,
    pub(super) waehrung: Waehrung,
    vorrat: Vorrat,
}

impl<S: Tischspiel> Bauplan<S> {
    /// A table with the usual times; `set` are rule keys of its room.
    pub(super) fn new(plaetze: u8, set: &[(&str, &str)], vorrat: &Vorrat) -> Self {
        let set: Vec<_> = set.iter().map(|(k, v)| ((*k).to_string(), (*v).to_string())).collect();
        let wesen = Wesen { stufe: Stufe::Leicht, ..Wesen::EVEN };
        let names = ["Vladim", "Elena", "Sergej", "Iwan", "Resi", "Poldi", "Konrad", "Ottilie"];
        let s = Duration::from_secs;
        let e = Einstellung {
            name: "Tisch 1".into(),
            spielleiter: "Oleg".into(),
            plaetze,
            freunde: names.map(|n| FreundAmTisch { name: n.into(), wesen }).to_vec(),
            freunde_bis: if S::KASSE == Kasse::Einsatz { plaetze } else { 3.min(plaetze) },
            warten: s(60),
            bedenkzeit: s(120),
            gnadenfrist: s(60),
            rueckkehr: s(600),
            pause: s(5),
            taler_je_stein: 10,
        };
        let regeln = read_rules::<S>(&set, vorrat).unwrap();
        Self { e, regeln, waehrung: Waehrung::Taler, vorrat: vorrat.clone() }
    }

    pub(super) fn tisch(&self) -> Tisch<S> {
        Tisch::new(7, self.e.clone(), self.regeln.clone(), self.waehrung)
    }
}

/// A thought that a friend has not said yet.
pub(super) struct Gedanke<Z> {
    pub(super) platz: Platz,
    pub(super) nr: u64,
    pub(super) zug: Z,
}

/// Somebody with a purse.
#[derive(Default)]
pub(super) struct Gast {
    pub(super) name: String,
    pub(super) da: bool,
    /// The newest decision number that was written to his line.
    pub(super) gesehen: u64,
    /// The newest post may wait for the next friend.
    pub(super) folgt: bool,
    /// What the newest post with a number said may be typed.
    pub(super) vorschlaege: Vec<String>,
    /// All he was told since somebody looked.
    pub(super) gehoert: Vec<Block>,
    pub(super) rolle: Option<Rolle>,
}

pub(super) struct Haus<S: Tischspiel> {
    pub(super) plan: Bauplan<S>,
    pub(super) tisch: Tisch<S>,
    /// Made from the journal alone.
    schatten: Tisch<S>,
    pub(super) journal: Vec<String>,
    pub(super) konten: BTreeMap<Geldkonto, i64>,
    ids: BTreeSet<String>,
    /// Postings that follow from the journal.
    aus_dem_tagebuch: Vec<Buchung>,
    /// The next payment is the last thing that happens before a kill.
    pub(super) abbruch_nach_zahlung: bool,
    /// Killed; nothing is compared until the house stands up.
    tot: bool,
    pub(super) jetzt: Zeit,
    pub(super) rng: ChaCha12Rng,
    pub(super) gedanken: VecDeque<Gedanke<S::Zug>>,
    pub(super) leute: BTreeMap<Geldkonto, Gast>,
    /// What whoever watches was told.
    pub(super) zuschauer: Vec<Block>,
    /// All lines that were ever in the journal.
    pub(super) verlauf: Vec<String>,
    /// Where the journal's last line that holds a whole sitting stands.
    abschnitt: usize,
    /// Of the running game, as far as the table has handed it over.
    pub(super) aufzeichnung: Vec<String>,
    pub(super) protokolle: Vec<Vec<String>>,
    pub(super) kurier: Vec<Vec<String>>,
    /// What friends could have said something about, and whom they will remember.
    pub(super) momente: Vec<Tischmoment>,
    pub(super) begegnungen: Vec<(i64, Vec<String>, i64)>,
    /// Account, points.
    pub(super) erfahrung: Vec<(i64, i64)>,
    pub(super) abschied: Vec<Geldkonto>,
    pub(super) eingaben: u64,
    /// Each deal and each decision has a chance of its own, the same whoever decides.
    pub(super) gleich: bool,
}

impl<S: Tischspiel> Haus<S> {
    /// Opens a table and gives each person a purse. The first has account 1.
    pub(super) fn new(plan: Bauplan<S>, purses: &[i64], seed: u64) -> Self {
        let names = ["Anna", "Bert", "Cleo", "Dora", "Emil", "Fips", "Gerd", "Hugo"];
        let mut konten =
            BTreeMap::from([(TISCH, 0), (Geldkonto::Haus, -purses.iter().sum::<i64>())]);
        let mut leute = BTreeMap::new();
        for (i, purse) in (1i64..).zip(purses) {
            konten.insert(Geldkonto::Konto(i), *purse);
            let name = names[usize::try_from(i - 1).unwrap()].to_string();
            leute.insert(Geldkonto::Konto(i), Gast { name, da: true, ..Gast::default() });
        }
        let (tisch, schatten) = (plan.tisch(), plan.tisch());
        let rng = ChaCha12Rng::seed_from_u64(seed);
        let (journal, ids, gedanken) = (Vec::new(), BTreeSet::new(), VecDeque::new());
        Self {
            plan,
            tisch,
            schatten,
            journal,
            konten,
            ids,
            aus_dem_tagebuch: Vec::new(),
            abbruch_nach_zahlung: false,
            tot: false,
            jetzt: Zeit::ZERO,
            rng,
            gedanken,
            leute,
            zuschauer: Vec::new(),
            verlauf: Vec::new(),
            abschnitt: 0,
            aufzeichnung: Vec::new(),
            protokolle: Vec::new(),
            kurier: Vec::new(),
            momente: Vec::new(),
            begegnungen: Vec::new(),
            erfahrung: Vec::new(),
            abschied: Vec::new(),
            eingaben: 0,
            gleich: false,
        }
    }

    pub(super) fn purse(&self, konto: i64) -> i64 {
        self.konten[&Geldkonto::Konto(konto)]
    }

    pub(super) fn auf_dem_tisch(&self) -> i64 {
        self.konten[&TISCH]
    }

    pub(super) fn person(&self, konto: &Geldkonto) -> Person {
        let name = self.leute[konto].name.clone();
        Person { konto: konto.clone(), name, guthaben: self.konten[konto] }
    }

    pub(super) fn platz(&self, konto: i64) -> Option<Platz> {
        self.tisch.platz_von(&Geldkonto::Konto(konto))
    }

    pub(super) fn setz(&mut self, konto: i64) {
        let person = self.person(&Geldkonto::Konto(konto));
        self.tun(Input::SetzDich(person));
    }

    /// Somebody types a line and has seen all that was written to him.
    pub(super) fn sage(&mut self, konto: i64, line: &str) -> Antwort {
        let gesehen = self.leute[&Geldkonto::Konto(konto)].gesehen;
        self.sage_mit(konto, line, gesehen)
    }

    pub(super) fn sage_mit(&mut self, konto: i64, line: &str, gesehen: u64) -> Antwort {
        let konto = Geldkonto::Konto(konto);
        let person = self.person(&konto);
        self.tun(Input::Satz { person, satz: Satz::new(line), gesehen })
    }

    pub(super) fn weg(&mut self, konto: i64) {
        let konto = Geldkonto::Konto(konto);
        if let Some(gast) = self.leute.get_mut(&konto) {
            gast.da = false;
        }
        self.tun(Input::Weg(konto));
    }

    pub(super) fn da(&mut self, konto: i64) {
        let konto = Geldkonto::Konto(konto);
        if let Some(gast) = self.leute.get_mut(&konto) {
            (gast.da, gast.gesehen) = (true, 0);
        }
        if self.tisch.platz_von(&konto).is_some() {
            self.tun(Input::Da(konto));
        }
    }

    /// The clock goes on, and the table is woken whenever it wants to be.
    pub(super) fn vergehe(&mut self, dauer: Duration) {
        let end = self.jetzt + dauer;
        let mut woken = 0;
        while let Some(at) = self.tisch.next_deadline().filter(|t| *t <= end) {
            self.jetzt = self.jetzt.max(at);
            self.tun(Input::Uhr);
            woken += 1;
            assert!(woken < 10_000, "the table wants to be woken again and again");
        }
        self.jetzt = end;
    }

    /// What a friend at this seat sees who is on.
    pub(super) fn asked_friend(&self, p: Platz) -> Option<S::View> {
        let friend = self.gedanken.iter().any(|g| g.platz == p);
        self.tisch.view(Viewer::Platz(p)).filter(|_| friend && self.tisch.entscheidung(p) > 0)
    }

    /// Friends say what they have thought, until they have nothing more to say.
    pub(super) fn denke_fertig(&mut self) {
        while let Some(g) = self.gedanken.pop_front() {
            self.tun(Input::Gedacht { platz: g.platz, nr: g.nr, zug: g.zug });
        }
    }

    /// What somebody has been told since the last time, as words.
    pub(super) fn hoere(&mut self, konto: i64) -> Vec<String> {
        let gast = self.leute.get_mut(&Geldkonto::Konto(konto)).unwrap();
        std::mem::take(&mut gast.gehoert).iter().flat_map(worte).collect()
    }

    pub(super) fn tun(&mut self, input: Input<S>) -> Antwort {
        if matches!(input, Input::Anhalten) {
            self.schatten.handle(Input::Anhalten, self.jetzt, &mut Ausgang::new());
        }
        let mut queue = VecDeque::from([input]);
        let mut antwort = None;
        while let Some(next) = queue.pop_front() {
            let mut aus = Ausgang::new();
            let history =
                matches!(&next, Input::Satz { satz, .. } if satz.roh.starts_with("letzte"));
            let got = self.tisch.handle(next, self.jetzt, &mut aus);
            antwort.get_or_insert(got);
            let outputs = aus.drain();
            // The history may tell of cards of an earlier deal that somebody holds again.
            if !history {
                self.pruefe_geheimnis(&outputs);
            }
            self.fuehre_aus(outputs, &mut queue);
            self.eingaben += 1;
        }
        self.pruefe();
        antwort.unwrap()
    }

    /// The server stands up again after a kill: thoughts are gone and so is every line.
    pub(super) fn neustart(&mut self) {
        self.gedanken.clear();
        self.tot = false;
        self.tisch = self.plan.tisch();
        for buchung in self.tisch.wiederherstellen(&self.journal).unwrap() {
            if !self.ids.contains(buchung.id()) {
                self.buche(&buchung);
            }
        }
        let mut aus = Ausgang::new();
        self.tisch.fortsetzen(&mut aus);
        let mut queue = VecDeque::new();
        self.fuehre_aus(aus.drain(), &mut queue);
        for gast in self.leute.values_mut() {
            gast.da = false;
        }
        while let Some(next) = queue.pop_front() {
            self.tun(next);
        }
        self.pruefe();
    }

    /// A table made from the journal takes the place of the one that runs, unnoticed.
    pub(super) fn tausche_aus(&mut self) {
        let mut tisch = self.plan.tisch();
        tisch.wiederherstellen(&self.journal).unwrap();
        self.tisch = tisch;
        self.pruefe();
    }

    /// The house sets the table up anew, as after a reload. Expects that it may.
    pub(super) fn richte_ein(&mut self, plan: Bauplan<S>) {
        assert!(self.tisch.takes_settings(&plan.e));
        let mut aus = Ausgang::new();
        self.tisch.set_up(plan.e.clone(), plan.regeln.clone(), &mut aus);
        self.plan = plan;
        self.fuehre_aus(aus.drain(), &mut VecDeque::new());
        self.pruefe();
    }

    /// The house takes the table away. Expects that it may.
    pub(super) fn raeume_weg(&mut self) {
        assert!(self.tisch.may_close());
        let mut aus = Ausgang::new();
        self.tisch.close(&mut aus);
        self.fuehre_aus(aus.drain(), &mut VecDeque::new());
        self.pruefe();
    }

    pub(super) fn abbrechen(&mut self) {
        let mut aus = Ausgang::new();
        self.tisch.abbrechen(&mut aus);
        self.fuehre_aus(aus.drain(), &mut VecDeque::new());
        self.pruefe();
    }

    fn fuehre_aus(&mut self, outputs: Vec<Output<S>>, queue: &mut VecDeque<Input<S>>) {
        let mut rest = Vec::new();
        let (mut lines, mut replace) = (Vec::new(), false);
        let mut abschnitt = None;
        for output in outputs {
            match output {
                Output::Journal(line) => lines.push(line),
                Output::Neuanfang(all) => (lines, replace) = (all, true),
                Output::Abschnitt => abschnitt = Some(lines.len() - 1),
                Output::Buche(b) => self.buche(&b),
                other => rest.push(other),
            }
        }
        let begin = if replace { 0 } else { self.journal.len() };
        self.schreibe(lines, replace);
        if let Some(at) = abschnitt {
            self.schneide(begin + at);
        }
        for output in rest {
            self.rede(output, queue);
        }
    }

    /// The journal begins at the last line but one that holds a whole sitting, and must be enough.
    fn schneide(&mut self, abschnitt: usize) {
        self.journal.drain(..self.abschnitt);
        self.abschnitt = abschnitt - self.abschnitt;
        self.schatten = self.plan.tisch();
        let bookings = self.schatten.wiederherstellen(&self.journal).expect("it fits");
        self.aus_dem_tagebuch.extend(bookings);
    }

    fn schreibe(&mut self, lines: Vec<String>, replace: bool) {
        if replace {
            self.journal.clear();
            self.abschnitt = 0;
            self.schatten = self.plan.tisch();
        }
        match self.schatten.wiederherstellen(&lines) {
            Ok(buchungen) => self.aus_dem_tagebuch.extend(buchungen),
            Err(i) => panic!("the journal line does not fit: {}", lines[i]),
        }
        self.verlauf.extend(lines.iter().cloned());
        self.journal.extend(lines);
    }

    /// Books once for each id. Purses may not fall below zero, the house may.
    fn buche(&mut self, b: &Buchung) {
        assert_eq!(b.posten().iter().map(|p| p.1).sum::<i64>(), 0, "{}", b.grund());
        assert!(self.ids.insert(b.id().to_string()), "the id {} is used twice", b.id());
        for (konto, betrag) in b.posten() {
            let stand = self.konten.get_mut(konto).expect("an account that exists");
            *stand += betrag;
            assert!(*stand >= 0 || *konto == Geldkonto::Haus, "{konto} is below zero: {stand}");
        }
    }

    fn rede(&mut self, output: Output<S>, queue: &mut VecDeque<Input<S>>) {
        match output {
            Output::Post { an: An::Zuschauer, bloecke, .. } => self.zuschauer.extend(bloecke),
            Output::Post { an: An::Person(konto), bloecke, nr, folgt } => {
                self.post(&konto, bloecke, nr);
                self.leute.get_mut(&konto).unwrap().folgt = folgt;
            }
            Output::Zufall(wunsch) => {
                let chance = self.zufall(wunsch);
                queue.push_back(chance);
            }
            Output::Denke { platz, nr, view, wesen } => {
                let mut rng = match self.gleich {
                    true => self.gedankenzufall(platz),
                    false => ChaCha12Rng::from_rng(&mut self.rng),
                };
                let zug = S::decide(&view, &wesen, &mut rng);
                self.gedanken.push_back(Gedanke { platz, nr, zug });
            }
            Output::Bezahle { konto, betrag, buchung, schritt, line } => {
                let answer = self.bezahle(konto, betrag, &buchung, schritt, line);
                if std::mem::take(&mut self.abbruch_nach_zahlung) {
                    self.tot = true;
                } else {
                    queue.push_back(answer);
                }
            }
            Output::Protokoll(lines) => self.aufzeichnung.extend(lines),
            Output::Protokollende { behalten: false } => self.aufzeichnung.clear(),
            Output::Protokollende { behalten: true } => {
                let lines = std::mem::take(&mut self.aufzeichnung);
                let zeilen = Zeilen::read(&lines.join("\n")).unwrap();
                if let Err(mangel) = verify::<S>(&zeilen, &self.plan.vorrat) {
                    let around = lines.iter().skip(mangel.line.saturating_sub(9)).take(12);
                    let around: Vec<&String> = around.filter(|l| l.len() < 300).collect();
                    panic!("the record is not in order, {mangel} {around:#?}");
                }
                self.protokolle.push(lines);
            }
            // Programs are told nothing that people are not; the wire's own tests look at it.
            Output::Programm(_) => {}
            Output::Moment(moment) => self.momente.push(moment),
            Output::Begegnung { konto, freunde, gewinn } => {
                self.begegnungen.push((konto, freunde, gewinn));
            }
            Output::Kurier(names) => self.kurier.push(names),
            Output::Erfahrung { konto, punkte, .. } => self.erfahrung.push((konto, punkte)),
            Output::Abschied(konto) => self.abschied.push(konto),
            Output::Rolle { konto, rolle } => {
                self.leute.get_mut(&konto).expect("a known person").rolle = Some(rolle);
            }
            Output::Raum(_)
            | Output::Journal(_)
            | Output::Buche(_)
            | Output::Neuanfang(_)
            | Output::Abschnitt => {}
        }
    }

    fn post(&mut self, konto: &Geldkonto, bloecke: Vec<Block>, nr: Option<u64>) {
        let gast = self.leute.get_mut(konto).expect("a post to a known person");
        if !gast.da {
            return;
        }
        if let Some(nr) = nr {
            gast.gesehen = nr;
            gast.vorschlaege = bloecke.iter().flat_map(befehle).collect();
        }
        gast.gehoert.extend(bloecke);
    }

    /// The chance of the next decision of this seat.
    pub(super) fn gedankenzufall(&self, p: Platz) -> ChaCha12Rng {
        let own = format!(" zug {} ", p.0);
        let moves = self.verlauf.iter().filter(|l| l.contains(&own)).count();
        freunde::chance(u64::from(p.0) * 10_000 + u64::try_from(moves).unwrap())
    }

    fn zufall(&mut self, wunsch: Wunsch) -> Input<S> {
        if self.gleich {
            let deals = self.verlauf.iter().filter(|l| l.contains(" deck ")).count();
            self.rng = freunde::chance(1_000_000 + u64::try_from(deals).unwrap());
        }
        match wunsch {
            Wunsch::Erster { plaetze } => Input::Erster(Platz(self.rng.random_range(0..plaetze))),
            Wunsch::Deck { karten } => {
                let mut ordnung: Vec<usize> = (0..karten).collect();
                ordnung.shuffle(&mut self.rng);
                let salze = (0..karten).map(|_| self.rng.random()).collect();
                Input::Gemischt(Mischung { ordnung, salze })
            }
        }
    }

    fn bezahle(
        &mut self,
        konto: Geldkonto,
        betrag: i64,
        buchung: &Buchung,
        schritt: Schritt<S>,
        line: String,
    ) -> Input<S> {
        let stand = self.konten[&konto];
        if stand < betrag {
            return Input::Unbezahlbar { konto, betrag, stand };
        }
        self.buche(buchung);
        self.schreibe(vec![line], false);
        // The archive takes its time.
        self.jetzt += Duration::from_millis(3);
        Input::Bezahlt(schritt)
    }

    /// No post names a card that its reader cannot know: one in somebody else's hand, where every card is there once.
    fn pruefe_geheimnis(&self, outputs: &[Output<S>]) {
        for output in outputs {
            let Output::Post { an, bloecke, .. } = output else { continue };
            let own = match an {
                An::Person(konto) => self.tisch.platz_von(konto),
                An::Zuschauer => None,
            };
            let text: Vec<String> = bloecke.iter().flat_map(worte).collect();
            for card in self.hidden_from(own) {
                let leak = text.iter().find(|line| names(line, &card));
                assert_eq!(leak, None, "{an:?} is told of {card}");
            }
        }
    }

    /// Words of the cards in other hands.
    fn hidden_from(&self, own: Option<Platz>) -> Vec<String> {
        if S::ID == "word" {
            // Letters are there many times; the game's own test exchanges them.
            return Vec::new();
        }
        let seats = (0..self.plan.e.plaetze).map(Platz).filter(|p| Some(*p) != own);
        // A card that lies open with its Wert is named with the hand, too.
        seats.flat_map(|p| self.hand(p)).filter(|k| !k.starts_with("Wert")).collect()
    }

    pub(super) fn hand(&self, p: Platz) -> Vec<String> {
        let Some(view) = self.tisch.view(Viewer::Platz(p)) else { return Vec::new() };
        let names = Namen::new(vec![String::new(); self.plan.e.plaetze.into()], Some(p));
        let blocks = S::answer(Frage::Blatt, &view, &names).unwrap_or_default();
        blocks.iter().flat_map(card_words).collect()
    }

    /// What holds after every input.
    fn pruefe(&mut self) {
        if self.tot {
            return;
        }
        assert_eq!(self.konten.values().sum::<i64>(), 0, "money is made or lost");
        if self.tisch.is_idle() {
            assert_eq!(self.auf_dem_tisch(), 0, "money is left on a table that rests");
            assert_eq!(self.tisch.next_deadline(), None, "a table that rests wants to be woken");
        }
        if self.tisch.next_deadline().is_some_and(|t| t <= self.jetzt) {
            return;
        }
        self.pruefe_schatten();
        for buchung in self.aus_dem_tagebuch.drain(..) {
            assert!(
                self.ids.contains(buchung.id()),
                "{} is booked from the journal alone",
                buchung.id()
            );
        }
    }

    /// The table made from the journal is the same one: it sits, asks, waits and shows as the other does.
    fn pruefe_schatten(&mut self) {
        let mut aus = Ausgang::new();
        self.schatten.handle(Input::Uhr, self.jetzt, &mut aus);
        let steps = aus.drain().iter().any(|o| matches!(o, Output::Journal(_) | Output::Buche(_)));
        let last = self.journal.last();
        assert!(!steps, "the journal's table does something else after {last:?}");
        let [a, b] = [&self.tisch, &self.schatten].map(|t| abbild(t, self.plan.e.plaetze));
        assert_eq!(a, b, "after {last:?}");
    }
}

/// All that can be seen of a table, as one text a line.
pub(super) fn abbild<S: Tischspiel>(tisch: &Tisch<S>, plaetze: u8) -> Vec<String> {
    let mut lines = vec![
        format!("{:?} {} {}", tisch.besetzung(), tisch.laeuft(), tisch.has_free_seat()),
        format!("{:?} {}", tisch.next_deadline(), tisch.is_idle()),
        // Part of every posting's id: a table that counts otherwise would pay twice.
        format!("{} steps", tisch.schritte()),
    ];
    let names = Namen::new((0..plaetze).map(|p| format!("Platz{p}")).collect(), None);
    for viewer in viewers(plaetze) {
        if let Viewer::Platz(p) = viewer {
            lines.push(format!("{p:?} {}", tisch.entscheidung(p)));
        }
        let Some(view) = tisch.view(viewer) else { continue };
        let answers = QUESTIONS.map(|q| S::answer(q, &view, &names));
        lines.push(format!("{answers:?} {:?}", S::options(&view)));
    }
    lines
}

/// True if the line names this card and not one whose word only contains it ("Pik 1" in "Pik 10").
fn names(line: &str, card: &str) -> bool {
    let ends = |rest: &str| !rest.starts_with(char::is_alphanumeric);
    line.match_indices(card).any(|(i, _)| ends(&line[i + card.len()..]))
}

fn card_words(block: &Block) -> Vec<String> {
    match block {
        Block::Karten { karten, .. } => karten.iter().map(|k| k.wort.clone()).collect(),
        Block::Fassung { normal, .. } => normal.iter().flat_map(card_words).collect(),
        other => {
            let parts = zeilen(other).into_iter().flat_map(|z| z.0);
            parts.filter_map(|t| if let Teil::Karte(k) = t { Some(k.wort) } else { None }).collect()
        }
    }
}

pub(super) fn worte(block: &Block) -> Vec<String> {
    zeilen(block).iter().map(Zeile::wortlaut).collect()
}

fn befehle(block: &Block) -> Vec<String> {
    let teile = zeilen(block).into_iter().flat_map(|z| z.0);
    teile.filter_map(|t| if let Teil::Befehl(b) = t { Some(b) } else { None }).collect()
}

/// Every line of a block in whatever form it comes.
fn zeilen(block: &Block) -> Vec<Zeile> {
    match block {
        Block::Satz(z)
        | Block::Frage(z)
        | Block::Auge(z)
        | Block::Ohr(z)
        | Block::Ereignis { zeile: z, .. } => {
            vec![z.clone()]
        }
        Block::Karten { titel, karten } => {
            let words: Vec<String> = karten.iter().map(|k| k.wort.clone()).collect();
            vec![titel.clone(), words.join(", ").into()]
        }
        Block::Liste { titel, eintraege } => {
            [titel.clone()].into_iter().chain(eintraege.clone()).collect()
        }
        Block::Tabelle { titel, zeilen, .. } => {
            [titel.clone()].into_iter().chain(zeilen.iter().map(|z| z.join(" ").into())).collect()
        }
        Block::Tischbild(b) => vec![b.kopf.clone(), b.worte.clone()],
        Block::Prosa(_) => Vec::new(),
        Block::Fassung { mehr, normal, knapp } => {
            [mehr, normal, knapp].into_iter().flatten().flat_map(zeilen).collect()
        }
    }
}
