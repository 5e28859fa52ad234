//! Which modules of the engine import which others, and that no way leads from one back to itself.

use crate::{Source, engine, expand, report};
use std::collections::{BTreeMap, BTreeSet};

impl Source {
    /// Names of the module, from the root of the crate; `mod.rs` is its folder.
    fn module(&self) -> Vec<String> {
        let inside = self.path.split('/').skip(3).map(|part| part.trim_end_matches(".rs").to_string());
        inside.filter(|part| part != "mod" && part != "lib").collect()
    }

    /// Every path of the code that starts with `crate::` or `super::`, from the root of the crate.
    fn absolute_paths(&self, code: &str) -> Vec<Vec<String>> {
        let mut found = Vec::new();
        for (start, word) in code.match_indices("crate::").chain(code.match_indices("super::")) {
            if code[..start].ends_with("::") {
                continue;
            }
            let (mut base, mut rest) = (self.module(), &code[start..]);
            if word == "crate::" {
                (base, rest) = (Vec::new(), &rest[word.len()..]);
            }
            while let Some(after) = rest.strip_prefix("super::") {
                base.pop();
                rest = after;
            }
            let mut paths = Vec::new();
            expand("", rest, &mut paths);
            found.extend(paths.iter().map(|p| base.iter().cloned().chain(p.split("::").map(str::to_string)).collect()));
        }
        found
    }

    /// Names that the module passes on, each with where it comes from.
    fn re_exports(&self) -> Vec<[Vec<String>; 2]> {
        let (code, module) = (self.code(), self.module());
        let mut found = Vec::new();
        for use_of in
            code.split('\n').filter(|line| line.trim_start().starts_with("pub")).map(|line| &code[place(&code, line)..])
        {
            let Some((_, tree)) = use_of.split_once(" use ").filter(|(before, _)| !before.contains([';', '{'])) else {
                continue;
            };
            let tree = tree.split(';').next().unwrap_or_default();
            let mut targets = self.absolute_paths(tree);
            if targets.is_empty() {
                let mut paths = Vec::new();
                expand("", tree, &mut paths);
                targets.extend(
                    paths.iter().map(|p| module.iter().cloned().chain(p.split("::").map(str::to_string)).collect()),
                );
            }
            let named = |target: Vec<String>| Some([[&module[..], &[target.last()?.clone()]].concat(), target]);
            found.extend(targets.into_iter().filter_map(named));
        }
        found
    }
}

/// Where a line of a text begins.
fn place(text: &str, line: &str) -> usize {
    line.as_ptr() as usize - text.as_ptr() as usize
}

/// The engine's modules and who imports whom, what is passed on being taken from where it is.
struct Imports {
    modules: BTreeSet<Vec<String>>,
    passed_on: BTreeMap<Vec<String>, Vec<String>>,
}

impl Imports {
    fn of(sources: &[Source]) -> Imports {
        let modules = sources.iter().map(Source::module).flat_map(|m| (0..=m.len()).map(move |k| m[..k].to_vec()));
        let passed_on = sources.iter().flat_map(Source::re_exports).map(|[name, target]| (name, target));
        Imports { modules: modules.collect(), passed_on: passed_on.collect() }
    }

    /// The module in which a path ends.
    fn resolve(&self, path: &[String]) -> Vec<String> {
        let mut path = path.to_vec();
        for _ in 0..8 {
            let n = (0..=path.len()).take_while(|&k| self.modules.contains(&path[..k])).count() - 1;
            let Some(target) = path.get(..=n).and_then(|name| self.passed_on.get(name)) else {
                return path[..n].to_vec();
            };
            path = [target, &path[n + 1..]].concat();
        }
        path
    }

    /// By room: which of its modules import which others of it.
    fn by_room(&self, sources: &[Source]) -> BTreeMap<String, BTreeMap<String, BTreeSet<String>>> {
        let mut rooms: BTreeMap<String, BTreeMap<String, BTreeSet<String>>> = BTreeMap::new();
        for source in sources {
            let module = source.module();
            for path in source.absolute_paths(&source.code()) {
                let target = self.resolve(&path);
                let n = module.iter().zip(&target).take_while(|(a, b)| a == b).count();
                if let (Some(a), Some(b)) = (module.get(n), target.get(n)) {
                    rooms.entry(module[..n].join("::")).or_default().entry(a.clone()).or_default().insert(b.clone());
                }
            }
        }
        rooms
    }
}

/// A way from the last of these modules back to one of them.
fn find_cycle(
    imports: &BTreeMap<String, BTreeSet<String>>,
    way: &mut Vec<String>,
    seen: &mut BTreeSet<String>,
) -> bool {
    let Some(here) = way.last().filter(|here| seen.insert(here.to_string())).cloned() else { return false };
    for next in imports.get(&here).into_iter().flatten() {
        let closes = way.contains(next);
        way.push(next.clone());
        if closes || find_cycle(imports, way, seen) {
            return true;
        }
        way.pop();
    }
    false
}

#[test]
fn modules_do_not_import_one_another_in_a_circle() {
    // Types of joints and forces, which read their own keys, with the lists of them and the readers that these make;
    // parts of a tree and what is computed of them.
    let known = ["formulation::recursive", "model", "model::file"];
    let is_test = |source: &Source| source.path.contains("/tests/") || source.path.ends_with("/tests.rs");
    let sources: Vec<Source> = engine().into_iter().filter(|source| !is_test(source)).collect();
    let (mut faults, mut circular) = (Vec::new(), BTreeSet::new());
    for (room, imports) in Imports::of(&sources).by_room(&sources) {
        let mut seen = BTreeSet::new();
        for module in imports.keys() {
            let mut way = vec![module.clone()];
            if find_cycle(&imports, &mut way, &mut seen) {
                circular.insert(room.clone());
                faults.push(format!("crate::{room}: {}", way.join(" → ")));
            }
        }
    }
    faults.retain(|fault| !known.iter().any(|room| fault.starts_with(&format!("crate::{room}:"))));
    report("Imports do not run in a circle", &faults);
    assert!(
        known.iter().all(|room| circular.contains(*room)),
        "a room in the list has no circle any more: {circular:?}"
    );
}
