//! MCCP2: one connection's compression, from its start to the end of the connection. Never ended in the middle, for
//! most clients show nothing of what follows then.

use flate2::{Compress, Compression, FlushCompress, Status};
use tokio::sync::OwnedSemaphorePermit;

/// Bytes by which the output grows while it is filled.
const STEP: usize = 4096;

pub(super) struct Packer {
    z: Box<Compress>,
    /// Compressing takes some hundred KiB, so only so many lines do it at once.
    _platz: OwnedSemaphorePermit,
}

impl Packer {
    pub(super) fn new(platz: OwnedSemaphorePermit) -> Self {
        Self { z: Box::new(Compress::new(Compression::fast(), true)), _platz: platz }
    }

    /// The burst, compressed so that the client can show all of it at once.
    pub(super) fn pack(&mut self, bytes: &[u8], out: &mut Vec<u8>) {
        self.run(bytes, FlushCompress::Sync, out);
    }

    /// The end of the stream.
    pub(super) fn finish(&mut self, out: &mut Vec<u8>) {
        self.run(&[], FlushCompress::Finish, out);
    }

    fn run(&mut self, bytes: &[u8], flush: FlushCompress, out: &mut Vec<u8>) {
        let start = self.z.total_in();
        loop {
            out.reserve(STEP);
            let done = usize::try_from(self.z.total_in() - start).unwrap_or(bytes.len());
            let status = self.z.compress_vec(&bytes[done..], out, flush);
            let room = out.len() < out.capacity();
            let read = usize::try_from(self.z.total_in() - start).unwrap_or(bytes.len());
            match status {
                // Room that is left over means that everything has come out.
                Ok(Status::Ok) if room && read == bytes.len() && flush != FlushCompress::Finish => {
                    return;
                }
                Ok(Status::Ok) => {}
                Ok(Status::StreamEnd | Status::BufError) | Err(_) => return,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;
    use std::sync::Arc;

    use tokio::sync::Semaphore;

    use super::*;

    #[test]
    fn every_burst_can_be_read_before_the_next_one_comes() {
        let platz = Arc::new(Semaphore::new(1)).try_acquire_owned().unwrap();
        let mut packer = Packer::new(platz);
        let mut z = flate2::Decompress::new(true);
        let noise: Vec<u8> =
            (0u32..100_000).map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
        for burst in [&b"Du bist dran.\r\n"[..], &[], &noise, b"> \xff\xf9"] {
            let mut wire = Vec::new();
            packer.pack(burst, &mut wire);
            let mut plain = Vec::with_capacity(burst.len() + 100);
            z.decompress_vec(&wire, &mut plain, flate2::FlushDecompress::Sync).unwrap();
            assert!(plain == burst);
        }
        let mut all = Vec::new();
        packer.finish(&mut all);
        assert!(!all.is_empty());
    }

    #[test]
    fn the_stream_ends_cleanly() {
        let platz = Arc::new(Semaphore::new(1)).try_acquire_owned().unwrap();
        let mut packer = Packer::new(platz);
        let mut wire = Vec::new();
        packer.pack(b"Auf Wiedersehen.", &mut wire);
        packer.finish(&mut wire);
        let mut plain = String::new();
        flate2::read::ZlibDecoder::new(&wire[..]).read_to_string(&mut plain).unwrap();
        assert_eq!(plain, "Auf Wiedersehen.");
    }
}
