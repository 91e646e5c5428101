//! One test binary: it links once. Each module proves one promise.
