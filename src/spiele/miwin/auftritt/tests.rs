//! Spelling and sentences.
