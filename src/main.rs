//! Arguments to command to exit code.

use std::process::ExitCode;

fn main() -> ExitCode {
    theaterkeller::cli::run(std::env::args_os())
}
