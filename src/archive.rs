//! Still empty.
