//! What is said about faults in the data: each kind, word for word, as an admin reads it.

mod fehler;
mod wild;
