//! Which expression comes before which: every one after those it depends on.

use super::{Complaint, Node};

#[derive(Clone, Copy, PartialEq)]
enum Mark {
    New,
    /// Being looked at: met again, it is part of a cycle.
    Open,
    Done,
}

/// All nodes, each after those it depends on; the first cycle is told. Nothing recurses, so chains may be long.
pub(super) fn sort(nodes: &[Node], complaints: &mut Vec<Complaint>) -> Vec<usize> {
    let mut marks = vec![Mark::New; nodes.len()];
    let mut order = Vec::with_capacity(nodes.len());
    // Nodes on the way from a root, each with how many of its dependencies have been seen.
    let mut path: Vec<(usize, usize)> = Vec::new();
    let dependencies: Vec<Vec<usize>> = nodes.iter().map(Node::dependencies).collect();
    for root in 0..nodes.len() {
        if marks[root] == Mark::New {
            marks[root] = Mark::Open;
            path.push((root, 0));
        }
        while let Some((node, seen)) = path.last_mut() {
            let Some(&next) = dependencies[*node].get(*seen) else {
                marks[*node] = Mark::Done;
                order.push(*node);
                path.pop();
                continue;
            };
            *seen += 1;
            match marks[next] {
                Mark::Done => {}
                Mark::New => {
                    marks[next] = Mark::Open;
                    path.push((next, 0));
                }
                Mark::Open => {
                    complaints.push(tell_cycle(nodes, &path, next));
                    return order;
                }
            }
        }
    }
    order
}

fn tell_cycle(nodes: &[Node], path: &[(usize, usize)], first: usize) -> Complaint {
    let start = path.iter().position(|(node, _)| *node == first).unwrap_or(0);
    let mut titles: Vec<&str> = path[start..].iter().map(|(node, _)| nodes[*node].title.as_str()).collect();
    let message = match titles[..] {
        [one] => format!("{one} depends on itself; break the circle, with a state for instance"),
        _ => {
            titles.push(titles[0]);
            format!("these depend on one another: {}; break the circle, with a state for instance", titles.join(" → "))
        }
    };
    Complaint { place: nodes[first].place.clone(), message }
}
