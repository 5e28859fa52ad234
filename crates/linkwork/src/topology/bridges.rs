//! Bridges: edges of a graph in no loop. One walk in depth, after Tarjan, linear in the number of edges.

/// How a walk reaches a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    /// The node.
    pub node: usize,
    /// From where.
    pub parent: usize,
    /// Along which edge.
    pub edge: usize,
}

/// A walk through all nodes, each reached once, and which edges are bridges.
#[derive(Clone, Debug)]
pub(crate) struct Walk {
    /// Parents before their children; nodes where a walk begins are reached by no step.
    pub steps: Vec<Step>,
    /// By edge.
    pub bridges: Vec<bool>,
}

impl Walk {
    /// Searches a graph with so many nodes from the last one, then from the first of those that were not reached.
    pub(crate) fn from_last(n_nodes: usize, edges: &[[usize; 2]]) -> Walk {
        let mut around = vec![Vec::new(); n_nodes];
        for (edge, &[a, b]) in edges.iter().enumerate().filter(|(_, [a, b])| a != b) {
            around[a].push((edge, b));
            around[b].push((edge, a));
        }
        let mut walk = Walk { steps: Vec::new(), bridges: vec![false; edges.len()] };
        // When a node was reached, and the earliest one that is reached from behind it without its own edge.
        let (mut reached, mut earliest, mut clock) = (vec![usize::MAX; n_nodes], vec![usize::MAX; n_nodes], 0);
        let (mut by_edge, mut seen) = (vec![usize::MAX; n_nodes], vec![0; n_nodes]);
        for root in (0..n_nodes).rev().take(1).chain(0..n_nodes) {
            if reached[root] != usize::MAX {
                continue;
            }
            let mut path = vec![root];
            (reached[root], earliest[root], clock) = (clock, clock, clock + 1);
            while let Some(&node) = path.last() {
                let Some(&(edge, next)) = around[node].get(seen[node]) else {
                    path.pop();
                    if let Some(&parent) = path.last() {
                        earliest[parent] = earliest[parent].min(earliest[node]);
                        walk.bridges[by_edge[node]] = earliest[node] > reached[parent];
                    }
                    continue;
                };
                seen[node] += 1;
                if edge == by_edge[node] {
                    continue;
                }
                if reached[next] == usize::MAX {
                    walk.steps.push(Step { node: next, parent: node, edge });
                    by_edge[next] = edge;
                    (reached[next], earliest[next], clock) = (clock, clock, clock + 1);
                    path.push(next);
                } else {
                    earliest[node] = earliest[node].min(reached[next]);
                }
            }
        }
        walk
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edge_in_no_loop_is_a_bridge() {
        // 5 is the ground: a bar to 0, a loop 0 1 2, a bar to 3 with two joints to 4, and 6 … apart.
        let edges = [[5, 0], [0, 1], [1, 2], [2, 0], [2, 3], [3, 4], [4, 3]];
        let walk = Walk::from_last(6, &edges);
        assert_eq!(walk.bridges, [true, false, false, false, true, false, false]);
        assert_eq!(walk.steps.len(), 5);
        assert_eq!(walk.steps[0], Step { node: 0, parent: 5, edge: 0 });
        assert!(Walk::from_last(3, &[[0, 1], [2, 2]]).bridges == [true, false]);
    }
}
