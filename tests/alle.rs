//! One test binary: it links once. Each module proves one promise.

#[cfg(test)]
mod alle {
    pub(crate) mod abend;
    pub(crate) mod abend_anmeldung;
    pub(crate) mod abend_daten;
    pub(crate) mod abend_fehler;
    pub(crate) mod abend_leitung;
    pub(crate) mod abend_leser;
    pub(crate) mod abend_reden;
    pub(crate) mod abend_sitzung;
    pub(crate) mod abend_zeit;
    pub(crate) mod abend_zuschauer;
    pub(crate) mod absturz;
    mod anleitung;
    mod aufsicht;
    mod betrieb;
    mod daten;
    pub(crate) mod faelle;
    pub(crate) mod faelle_miwin;
    pub(crate) mod faelle_russisch;
    pub(crate) mod faelle_word;
    pub(crate) mod freunde;
    pub(crate) mod geheimnis;
    mod geplauder;
    mod gesellig;
    mod gesiegelt;
    pub(crate) mod gestoert;
    pub(crate) mod haus;
    pub(crate) mod klient;
    pub(crate) mod leitung;
    mod leser;
    pub(crate) mod neuladen;
    mod neuladen_last;
    mod nummern;
    pub(crate) mod ordnung;
    pub(crate) mod pakete;
    pub(crate) mod papiere;
    pub(crate) mod partien;
    pub(crate) mod platte;
    pub(crate) mod probe;
    pub(crate) mod probe_miwin;
    pub(crate) mod probe_word;
    pub(crate) mod quelltext;
    mod rueckkehr;
    mod saetze;
    mod saetze_spiele;
    pub(crate) mod schichten;
    mod signale;
    pub(crate) mod simulation;
    pub(crate) mod spielabend;
    pub(crate) mod spieler;
    pub(crate) mod stoerung;
    mod tisch;
    pub(crate) mod verstehen;
    pub(crate) mod wesen;
    pub(crate) mod zaehlen;
}
