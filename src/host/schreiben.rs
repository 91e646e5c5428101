//! What one step leaves with the archive: journal, money, experience and the record, in one transaction,
//! before anything of it is said.

use std::collections::VecDeque;

use super::Host;
use crate::archive::{ExperienceChange, ExperienceGain, RecordEnd, Step, WriteError};
use crate::metrics::METRICS;
use crate::tisch::{Input, Output, Tischspiel};
use crate::welt::Topf;
use crate::zentrale::Gewinn;

/// What is to be written, apart from what is to be said afterwards.
struct Gesammelt<S: Tischspiel> {
    step: Step,
    /// Lines of the step up to and with the one that holds a whole sitting.
    abschnitt: Option<usize>,
    /// One for each gain of experience.
    toepfe: Vec<Topf>,
    rest: Vec<Output<S>>,
}

impl<S: Tischspiel> Host<S> {
    /// Writes what is to be written in one transaction, then says what is to be said.
    pub(super) async fn carry_out(
        &mut self,
        outputs: Vec<Output<S>>,
        queue: &mut VecDeque<Input<S>>,
    ) -> Result<(), WriteError> {
        let Gesammelt { step, abschnitt, toepfe, rest } = self.gather(outputs);
        let record = step.record.end.clone();
        let moved = self.geldbewegungen(&step.bookings);
        let changes = self.write(step, abschnitt).await?;
        self.zeig_guthaben(moved).await;
        let mut momente = Vec::new();
        for output in rest {
            match output {
                Output::Moment(moment) => momente.push(moment),
                other => self.speak(other, queue).await?,
            }
        }
        self.sprechen(&momente).await;
        for (change, topf) in changes.into_iter().zip(toepfe) {
            self.tell_experience(Gewinn { change, art: self.kopf.kurier, topf }).await;
        }
        // Nobody waits for the file: the lines are kept already.
        if let Some(RecordEnd::Keep(name)) = record {
            self.save_record(&name).await;
        }
        Ok(())
    }

    fn gather(&mut self, outputs: Vec<Output<S>>) -> Gesammelt<S> {
        let step = Step { table: self.handle.id, head: self.new_head.take(), ..Step::default() };
        let mut g = Gesammelt { step, abschnitt: None, toepfe: Vec::new(), rest: Vec::new() };
        for output in outputs {
            match output {
                Output::Journal(line) => {
                    METRICS.journal_line(&line);
                    g.step.lines.push(line);
                }
                Output::Buche(buchung) => g.step.bookings.push(buchung),
                Output::Erfahrung { konto, punkte, allein } => {
                    let spiel = S::ID.to_string();
                    g.toepfe.push(if allein { Topf::Ganz } else { Topf::Geteilt });
                    let gain = ExperienceGain { konto, spiel, games: 1, points: punkte };
                    g.step.experience.push(gain);
                }
                Output::Neuanfang(lines) => {
                    g.step.lines = lines;
                    g.step.replace = true;
                    (self.abschnitt, g.abschnitt) = (None, None);
                }
                Output::Abschnitt => {
                    g.step.forget_before = self.abschnitt;
                    g.abschnitt = Some(g.step.lines.len());
                }
                Output::Protokoll(lines) => g.step.record.lines.extend(lines),
                Output::Protokollende { behalten } => {
                    g.step.record.end = Some(self.record_end(behalten));
                }
                other => g.rest.push(other),
            }
        }
        g
    }

    async fn write(
        &mut self,
        step: Step,
        abschnitt: Option<usize>,
    ) -> Result<Vec<ExperienceChange>, WriteError> {
        let lines = step.lines.len();
        if lines == 0 && step.bookings.is_empty() && step.record.is_empty() {
            return Ok(Vec::new());
        }
        let receipt = self.u.archive.write(step).await?;
        if let Some(at) = abschnitt {
            let after = i64::try_from(lines - at).unwrap_or(0);
            self.abschnitt = Some(receipt.lines - after);
        }
        Ok(receipt.experience)
    }

    fn record_end(&self, behalten: bool) -> RecordEnd {
        let now_s = crate::archive::now_s();
        let name = || format!("{}-{}-{now_s}.jsonl", S::ID, self.handle.id);
        if behalten { RecordEnd::Keep(name()) } else { RecordEnd::Drop }
    }

    async fn save_record(&self, name: &str) {
        if let Err(fehler) = self.u.archive.save_record(name).await {
            let tisch = self.handle.id;
            tracing::warn!(tisch, %fehler, "record becomes a file at the next start");
        }
    }
}
