//! Reads the project's own source for the tests about its shape: files, code without comments and texts, and the
//! paths that a file names. No test stands here but those of the reader itself.

use std::fs;
use std::path::{Path, PathBuf};

/// One file of `src`.
pub(crate) struct Datei {
    /// Relative to the repository, as an editor wants it: `src/spiele/wetten.rs`.
    pub(crate) name: String,
    pub(crate) text: String,
    /// The same lines with comments, texts and letters blanked out.
    pub(crate) code: String,
}

impl Datei {
    pub(crate) fn new(name: String, text: String) -> Self {
        let code = blank(&text);
        Self { name, text, code }
    }

    /// The module that this file is: `["spiele", "wetten"]`; empty for `lib.rs`.
    pub(crate) fn module(&self) -> Vec<String> {
        let path = self.name.trim_start_matches("src/").trim_end_matches(".rs");
        if path == "lib" { Vec::new() } else { path.split('/').map(str::to_string).collect() }
    }

    /// Files and modules of unit tests may name whatever they test with.
    pub(crate) fn is_test(&self) -> bool {
        self.module().iter().any(|m| m == "tests")
    }

    /// The code in front of the module of unit tests.
    pub(crate) fn code_without_tests(&self) -> &str {
        let is_module = |rest: &str| {
            let next = rest.lines().nth(1).unwrap_or("");
            next.contains("mod ") && next.contains('{')
        };
        let mut marks = self.code.match_indices("#[cfg(test)]").map(|(at, _)| at);
        let end = marks.find(|at| is_module(&self.code[*at..]));
        &self.code[..end.unwrap_or(self.code.len())]
    }
}

pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every file of `src`, in order of their names.
pub(crate) fn files() -> Vec<Datei> {
    let mut paths = Vec::new();
    collect(&root().join("src"), &mut paths);
    paths.sort();
    let relative = |p: &PathBuf| p.strip_prefix(root()).unwrap().to_str().unwrap().to_string();
    paths.iter().map(|p| Datei::new(relative(p), fs::read_to_string(p).unwrap())).collect()
}

fn collect(folder: &Path, paths: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, paths);
        } else if path.extension().is_some_and(|e| e == "rs") {
            paths.push(path);
        }
    }
}

/// Blanks out comments, texts and letters; lines stay where they are.
fn blank(text: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    let mut out = String::with_capacity(text.len());
    let mut i = 0;
    while i < chars.len() {
        let end = hidden_end(&chars, i);
        if end == i {
            out.push(chars[i]);
            i += 1;
        } else {
            out.extend(chars[i..end].iter().map(|c| if *c == '\n' { '\n' } else { ' ' }));
            i = end;
        }
    }
    out
}

/// Where the comment, text or letter that begins here ends; `i` itself if none does.
fn hidden_end(c: &[char], i: usize) -> usize {
    let at = |n: usize| c.get(i + n).copied().unwrap_or(' ');
    let before = i.checked_sub(1).map_or(' ', |b| c[b]);
    match c[i] {
        '/' if at(1) == '/' => find(c, i, "\n").unwrap_or(c.len()),
        '/' if at(1) == '*' => find(c, i, "*/").map_or(c.len(), |e| e + 2),
        '"' => quoted_end(c, i, '"'),
        'r' if !is_word(before) && (at(1) == '"' || at(1) == '#') => raw_end(c, i),
        '\'' if at(1) == '\\' => quoted_end(c, i, '\''),
        '\'' if at(2) == '\'' => i + 3,
        _ => i,
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn find(c: &[char], from: usize, what: &str) -> Option<usize> {
    let what: Vec<char> = what.chars().collect();
    c[from..].windows(what.len()).position(|w| w == what).map(|p| from + p)
}

fn quoted_end(c: &[char], start: usize, quote: char) -> usize {
    let mut i = start + 1;
    while i < c.len() && c[i] != quote {
        i += if c[i] == '\\' { 2 } else { 1 };
    }
    (i + 1).min(c.len())
}

fn raw_end(c: &[char], start: usize) -> usize {
    let marks = c[start + 1..].iter().take_while(|c| **c == '#').count();
    if c.get(start + 1 + marks) != Some(&'"') {
        return start;
    }
    let close: String = std::iter::once('"').chain(std::iter::repeat_n('#', marks)).collect();
    find(c, start + marks + 2, &close).map_or(c.len(), |e| e + marks + 1)
}

/// A path that a file names, from the crate's root, and its line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Pfad {
    pub(crate) line: usize,
    pub(crate) path: Vec<String>,
}

/// Every path that starts at `crate` or `super`, groups in braces taken apart.
pub(crate) fn paths(datei: &Datei) -> Vec<Pfad> {
    let module = datei.module();
    let found = ["crate::", "super::"].into_iter().flat_map(|start| paths_from(datei, start));
    let absolute = |p: Pfad| Pfad { path: absolute(&module, &p.path), ..p };
    found.map(absolute).filter(|p| !p.path.is_empty()).collect()
}

/// Every path of the standard library, without its `std`.
pub(crate) fn std_paths(datei: &Datei) -> Vec<Pfad> {
    let without = |p: Pfad| Pfad { path: p.path[1..].to_vec(), ..p };
    paths_from(datei, "std::").into_iter().map(without).collect()
}

fn paths_from(datei: &Datei, start: &str) -> Vec<Pfad> {
    let code = datei.code_without_tests();
    let mut found = Vec::new();
    for (at, _) in code.match_indices(start) {
        let before = code[..at].chars().next_back().unwrap_or(' ');
        if is_word(before) || before == ':' {
            continue;
        }
        let line = code[..at].matches('\n').count() + 1;
        let mut all = Vec::new();
        tree(&code[at..], &mut Vec::new(), &mut all);
        found.extend(all.into_iter().map(|path| Pfad { line, path }));
    }
    found
}

/// Reads one path with its groups; gives the rest of the text behind it.
fn tree<'t>(text: &'t str, prefix: &mut Vec<String>, all: &mut Vec<Vec<String>>) -> &'t str {
    let text = text.trim_start();
    if let Some(mut rest) = text.strip_prefix('{') {
        loop {
            rest = tree(rest, &mut prefix.clone(), all).trim_start();
            match rest.strip_prefix(',') {
                Some(more) => rest = more,
                None => return rest.strip_prefix('}').unwrap_or(rest),
            }
        }
    }
    let end = text.find(|c| !is_word(c)).unwrap_or(text.len());
    if end == 0 {
        return text;
    }
    prefix.push(text[..end].to_string());
    let rest = &text[end..];
    match rest.strip_prefix("::") {
        Some(more) if more.starts_with(|c: char| is_word(c) || c == '{') => tree(more, prefix, all),
        _ => {
            all.push(prefix.clone());
            after_alias(rest)
        }
    }
}

fn after_alias(rest: &str) -> &str {
    let Some(alias) = rest.trim_start().strip_prefix("as ") else { return rest };
    alias.trim_start_matches(is_word)
}

fn absolute(module: &[String], path: &[String]) -> Vec<String> {
    let ups = path.iter().take_while(|p| *p == "super").count();
    if ups == 0 {
        return path[1..].to_vec();
    }
    let keep = module.len().saturating_sub(ups);
    module[..keep].iter().cloned().chain(path[ups..].iter().cloned()).collect()
}

#[test]
fn comments_and_texts_are_blanked_out() {
    let text = "let a = \"x // y\"; // crate::b\nlet c: &'a str = r#\"\"d\"\"#; let e = '\"'; f";
    let code = blank(text);
    assert_eq!(code.matches('\n').count(), 1);
    assert_eq!(code.chars().count(), text.chars().count());
    for gone in ["x", "y", "crate", "d", "'\"'"] {
        assert!(!code.contains(gone), "{gone} in {code}");
    }
    assert!(code.contains("&'a str") && code.ends_with('f'));
}

#[test]
fn paths_are_taken_apart() {
    let text = "use crate::{a::{B, c::D}, e as f};\nuse super::g;\nfn h() { super::super::i::J }";
    let datei = Datei::new("src/k/l/m.rs".to_string(), text.to_string());
    let found: Vec<String> =
        paths(&datei).iter().map(|p| format!("{} {}", p.line, p.path.join("::"))).collect();
    assert_eq!(found, ["1 a::B", "1 a::c::D", "1 e", "2 k::l::g", "3 k::i::J"]);
}
