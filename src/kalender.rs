//! Moments as people in the server's time zone read them. Reads the clock for nobody but who asks for it.

use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;

fn local(wann_s: i64) -> Option<DateTime> {
    Timestamp::from_second(wann_s).ok().map(|t| TimeZone::system().to_datetime(t))
}

/// "3. März 2026"; seconds since 1970.
pub fn datum(wann_s: i64) -> String {
    const MONATE: [&str; 12] = [
        "Januar",
        "Februar",
        "März",
        "April",
        "Mai",
        "Juni",
        "Juli",
        "August",
        "September",
        "Oktober",
        "November",
        "Dezember",
    ];
    let Some(z) = local(wann_s) else { return "einem unbekannten Tag".into() };
    let monat =
        usize::try_from(z.month() - 1).ok().and_then(|i| MONATE.get(i)).copied().unwrap_or("");
    format!("{}. {monat} {}", z.day(), z.year())
}

/// "3.3.2026 21:05"; seconds since 1970.
pub fn zeitpunkt(wann_s: i64) -> String {
    let Some(z) = local(wann_s) else { return "irgendwann".into() };
    format!("{}.{}.{} {}:{:02}", z.day(), z.month(), z.year(), z.hour(), z.minute())
}

/// "21:05", now.
pub fn uhrzeit() -> String {
    let z = TimeZone::system().to_datetime(Timestamp::now());
    format!("{}:{:02}", z.hour(), z.minute())
}

/// "21:05", of a moment in seconds since 1970.
pub fn uhrzeit_um(wann_s: i64) -> String {
    local(wann_s).map_or_else(String::new, |z| format!("{}:{:02}", z.hour(), z.minute()))
}
