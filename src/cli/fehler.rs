//! Usage errors in German. Help and version go to the standard output and are no errors.

use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind};

use super::{complain, say};

/// Says what is wrong with the arguments. Exit code 2, or 0 where only help was wanted.
pub(super) fn usage(e: &clap::Error) -> ExitCode {
    if matches!(e.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
        say(e.render().to_string().trim_end());
        return ExitCode::SUCCESS;
    }
    let arg = value(e, ContextKind::InvalidArg);
    let wert = value(e, ContextKind::InvalidValue);
    let was = match e.kind() {
        ErrorKind::UnknownArgument => format!("Die Angabe „{arg}“ gibt es nicht."),
        ErrorKind::InvalidSubcommand => {
            format!("Den Befehl „{}“ gibt es nicht.", value(e, ContextKind::InvalidSubcommand))
        }
        ErrorKind::MissingRequiredArgument => format!("Es fehlt {arg}."),
        ErrorKind::MissingSubcommand | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            "Es fehlt, was getan werden soll.".to_string()
        }
        ErrorKind::InvalidValue if wert.is_empty() => format!("Hinter „{arg}“ fehlt ein Wert."),
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => {
            format!("„{wert}“ passt nicht zu „{arg}“.")
        }
        ErrorKind::ArgumentConflict => {
            format!("„{arg}“ steht zweimal da, oder es passt nicht zum Rest.")
        }
        _ => "So ist der Aufruf nicht zu verstehen.".to_string(),
    };
    let hint =
        [ContextKind::SuggestedArg, ContextKind::SuggestedSubcommand, ContextKind::SuggestedValue]
            .into_iter()
            .map(|k| value(e, k))
            .find(|s| !s.is_empty());
    let hint = hint.map_or_else(
        || "Was möglich ist, zeigt --help.".to_string(),
        |h| format!("Meintest Du „{h}“?"),
    );
    complain(&format!("{was} {hint}"));
    ExitCode::from(2)
}

fn value(e: &clap::Error, kind: ContextKind) -> String {
    match e.get(kind) {
        Some(ContextValue::String(s)) => s.clone(),
        Some(ContextValue::Strings(all)) => all.join(", "),
        _ => String::new(),
    }
}
