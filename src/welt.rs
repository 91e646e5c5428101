//! Still empty.

pub mod laden;
