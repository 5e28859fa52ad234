//! Orders that somebody else made: that of the file, and lists of joints by name.

use crate::topology::graph::Graph;
use std::collections::{BTreeMap, BTreeSet};

/// The joints as the file lists them.
pub(crate) fn natural(graph: &Graph) -> Vec<usize> {
    (0..graph.n_edges()).collect()
}

/// How many names a message lists of each kind.
const MOST_NAMES: usize = 5;

/// The joints of these names as an order; every joint of the model must come once.
///
/// # Errors
/// A sentence that names joints which are missing, unknown or listed twice.
pub(crate) fn find_joints(names: &[String], joints: &[&str]) -> Result<Vec<usize>, String> {
    let index: BTreeMap<&str, usize> = joints.iter().enumerate().map(|(j, &name)| (name, j)).collect();
    let (mut order, mut unknown) = (Vec::new(), Vec::new());
    let (mut seen, mut doubled) = (BTreeSet::new(), Vec::new());
    for name in names.iter().map(String::as_str) {
        match index.get(name) {
            Some(&j) if seen.insert(j) => order.push(j),
            Some(_) => doubled.push(name),
            None => unknown.push(name),
        }
    }
    let missing: Vec<&str> = (0..joints.len()).filter(|j| !seen.contains(j)).map(|j| joints[j]).collect();
    let kinds = [("unknown joints", unknown), ("missing joints", missing), ("joints listed twice", doubled)];
    let faults: Vec<String> =
        kinds.iter().filter(|(_, names)| !names.is_empty()).map(|(kind, names)| list(kind, names)).collect();
    if faults.is_empty() { Ok(order) } else { Err(faults.join("; ")) }
}

fn list(kind: &str, names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().take(MOST_NAMES).map(|name| format!("'{name}'")).collect();
    let more = match names.len().saturating_sub(MOST_NAMES) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!("{kind}: {}{more}", quoted.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find(names: &str, joints: &[&str]) -> Result<Vec<usize>, String> {
        find_joints(&names.split(',').map(String::from).collect::<Vec<_>>(), joints)
    }

    #[test]
    fn names_become_an_order() {
        assert_eq!(find("c,a,b", &["a", "b", "c"]), Ok(vec![2, 0, 1]));
    }

    #[test]
    fn all_faults_are_named_at_once() {
        let faults = find("hip,elbow,knee,hip", &["hip", "knee", "ankle"]);
        assert_eq!(faults, Err("unknown joints: 'elbow'; missing joints: 'ankle'; joints listed twice: 'hip'".into()));
    }

    #[test]
    fn long_lists_are_cut() {
        let names: Vec<String> = (0..100).map(|i| format!("j{i}")).collect();
        let fault = find("j0", &names.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!(fault, Err("missing joints: 'j1', 'j2', 'j3', 'j4', 'j5' and 94 more".into()));
        assert_eq!(find("", &["a"]), Err("unknown joints: ''; missing joints: 'a'".into()));
    }
}
