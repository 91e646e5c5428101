//! The wire: what clients that people use send and what hostile ones may send, over raw bytes against the real server.

pub(crate) mod draht;
pub(crate) mod eingabezeichen;
pub(crate) mod gemeldet;
pub(crate) mod klienten;
pub(crate) mod optionen;
pub(crate) mod programm;
pub(crate) mod schema;
pub(crate) mod tueren;
pub(crate) mod verdeckt;
pub(crate) mod zumutung;
