//! One test binary: it links once. Each module proves one promise.

#[cfg(test)]
mod alle {
    pub(crate) mod faelle;
    pub(crate) mod faelle_russisch;
    pub(crate) mod faelle_word;
    pub(crate) mod geheimnis;
    pub(crate) mod ordnung;
    pub(crate) mod partien;
    pub(crate) mod probe;
    pub(crate) mod probe_word;
    pub(crate) mod quelltext;
    pub(crate) mod schichten;
    pub(crate) mod simulation;
    pub(crate) mod verstehen;
    pub(crate) mod zaehlen;
}
