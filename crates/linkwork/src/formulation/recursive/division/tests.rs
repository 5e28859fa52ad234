//! Divisions: whole, connected, balanced, at joints with few equations, and the same every time.

use super::*;
use crate::gallery;
use crate::ids::JointId;
use crate::model::Space;
use proptest::prelude::*;

const JOINTS: [(&str, &str); 4] = [
    ("revolute", "axis = [0, 0, 1]"),
    ("fixed", ""),
    ("spherical", ""),
    ("universal", "axis = [0, 0, 1]\naxis2 = [1, 0, 0]"),
];

/// Body k hangs on `parents[k]`, −1 being the ground, by joint k of a type by number.
fn tree(parents: &[i32], kinds: &[usize]) -> Model {
    let mut text = String::from("space = \"spatial\"\n");
    for k in 0..parents.len() {
        text += &format!("[[bodies]]\nname = \"b{k}\"\nmass = 1\ninertia = [1, 1, 1]\nposition = [0, 0, 0]\n");
    }
    for (k, (parent, kind)) in parents.iter().zip(kinds).enumerate() {
        let (kind, axes) = JOINTS[*kind];
        let first = if *parent < 0 { "ground".into() } else { format!("b{parent}") };
        text += &format!(
            "[[joints]]\nname = \"j{k}\"\ntype = \"{kind}\"\nbodies = [\"{first}\", \"b{k}\"]\npoint = [0, 0, 0]\n{axes}\n"
        );
    }
    Model::parse(&text, "tree.toml").unwrap_or_else(|faults| panic!("{faults}"))
}

fn chain(n: usize) -> Model {
    gallery::chain(n, Space::Spatial).unwrap().build().unwrap()
}

fn find_cuts(forest: &Forest) -> Vec<usize> {
    (0..forest.carries.len()).filter(|&j| !forest.carries[j]).collect()
}

/// Every body once, parents before children in the same tree, joints that carry among those that did, and as many parts
/// as asked for.
fn check(model: &Model, n_parts: usize) -> Forest {
    let whole = Forest::grow(model, &[]);
    let forest = whole.divide(model, n_parts);
    assert_eq!(forest.n_trees, n_parts.clamp(whole.n_trees, model.n_bodies()));
    let mut seen = vec![false; model.n_bodies()];
    for (k, branch) in forest.branches.iter().enumerate() {
        assert!(!std::mem::replace(&mut seen[branch.body], true));
        match branch.parent {
            Some(parent) => assert!(parent < k && forest.branches[parent].tree == branch.tree),
            None => assert!(k == 0 || forest.branches[k - 1].tree + 1 == branch.tree),
        }
        assert!(branch.joint.is_none_or(|joint| whole.carries[joint.index()] && forest.carries[joint.index()]));
    }
    assert!(seen.iter().all(|&seen| seen));
    assert_eq!(forest, whole.divide(model, n_parts), "the same again");
    forest
}

/// The largest part against the mean.
fn imbalance(forest: &Forest, model: &Model) -> f64 {
    let works = forest.works(model);
    *works.iter().max().unwrap() as f64 * works.len() as f64 / works.iter().sum::<u64>() as f64
}

#[test]
fn a_chain_falls_into_equal_stretches() {
    let model = chain(1000);
    for n_parts in [2, 3, 5, 8, 64] {
        let forest = check(&model, n_parts);
        assert!(forest.branches.windows(2).all(|w| w[0].body + 1 == w[1].body), "stretches lie side by side");
        // A body more or less is all that rounding can do.
        let body = (1000.0 / n_parts as f64).recip();
        assert!(imbalance(&forest, &model) < 1.0 + 2.0 * body, "{n_parts}: {}", imbalance(&forest, &model));
    }
    check(&model, 999);
    check(&model, 5000);
}

/// Responses are counted where they have not faded; along welded bodies they never do.
#[test]
fn responses_make_bodies_dearer_as_far_as_they_reach() {
    let model = chain(4000);
    let sizes = check(&model, 2).sizes(&model);
    assert_eq!([sizes[0][1], sizes[1][1]], [REACH as usize, 1]);
    let more = (RESPONSE * u64::from(REACH) / (BODY + FREEDOM)) as usize;
    assert!(sizes[1][0].abs_diff(sizes[0][0] + more) <= 6, "{sizes:?}");

    let parents: Vec<i32> = (-1..999).collect();
    let mut kinds = [1; 1000];
    kinds[700] = 0;
    let welded = tree(&parents, &kinds);
    let [[first, along_first], [last, along_last]] = check(&welded, 2).sizes(&welded)[..] else { panic!("two parts") };
    assert_eq!((along_first, along_last), (first, 1));
    let expected = BODY as f64 / (BODY + RESPONSE) as f64;
    assert!((first as f64 / last as f64 - expected).abs() < 0.02, "{first} and {last}");
}

/// Two fixed joints of three are passed over, as is a revolute one where a spherical one is near.
#[test]
fn joints_with_few_equations_are_cut() {
    let parents: Vec<i32> = (-1..59).collect();
    for (often, rare) in [(1, 0), (0, 2), (1, 2)] {
        let kinds: Vec<usize> = (0..60).map(|k| if k % 3 == 1 { rare } else { often }).collect();
        let model = tree(&parents, &kinds);
        let cuts = find_cuts(&check(&model, 4));
        assert!(cuts.iter().all(|j| j % 3 == 1), "cut at {cuts:?}");
    }
}

#[test]
fn bodies_that_are_handles_anyway_are_preferred() {
    let text = gallery::chain(40, Space::Spatial).unwrap().to_toml();
    let plain = Model::parse(&text, "chain.toml").unwrap_or_else(|faults| panic!("{faults}"));
    let equal = find_cuts(&check(&plain, 2))[0];
    for driven in [equal + 2, equal + 3] {
        let name = format!("name = \"joint{driven}\"\n");
        let text = text.replacen(&name, &format!("{name}motion = \"0.1*t\"\n"), 1);
        let model = Model::parse(&text, "chain.toml").unwrap_or_else(|faults| panic!("{faults}"));
        assert_eq!(model.joints.iter().filter(|joint| joint.motion.is_some()).count(), 1);
        // Joint k is between bodies k − 1 and k.
        let cut = find_cuts(&check(&model, 2))[0];
        assert!(cut != equal && cut.abs_diff(driven) <= 1, "driven {driven}, cut {cut}, equal parts {equal}");
    }
}

#[test]
fn islands_share_the_parts() {
    // Chains of 60 and of 20 bodies.
    let mut parents: Vec<i32> = (-1..59).collect();
    parents.extend([-1].into_iter().chain(60..79));
    let model = tree(&parents, &[0; 80]);
    let sizes = check(&model, 4).sizes(&model);
    assert_eq!(sizes.iter().filter(|size| **size == [20, 0]).count(), 1, "the small one stays whole: {sizes:?}");
    assert_eq!(check(&model, 1).n_trees, 2);
}

/// A ring of bodies between two joints to the ground is cut once without being asked: two parts.
#[test]
fn loops_are_cut_where_they_are_cut_anyway() {
    let ring = gallery::find("four-bar").unwrap();
    let model = Model::parse(&ring, "ring.toml").unwrap();
    let whole = Forest::grow(&model, &[]);
    assert_eq!(whole.n_trees, 2);
    assert_eq!(check(&model, 2), whole);
    let three = check(&model, 3);
    assert_eq!(find_cuts(&three).len(), find_cuts(&whole).len() + 1);
    assert!(find_cuts(&whole).iter().all(|j| !three.carries[*j]), "what closed a loop still does");
}

#[test]
fn cuts_by_name_count_as_parts() {
    let model = chain(30);
    let cut = Forest::grow(&model, &[JointId::new(4)]);
    let forest = cut.divide(&model, 3);
    assert_eq!(forest.n_trees, 3);
    assert!(!forest.carries[4]);
}

#[test]
fn a_hub_with_many_arms_is_divided_quickly() {
    let model = gallery::star(2000).unwrap().build().unwrap();
    check(&model, 16);
    check(&model, 1999);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Where a body that carries two others exceeds the limit, the heavier one, which is cut off, has nearly half of
    /// it: so the largest part is within a factor of two of the mean, and a body.
    #[test]
    fn random_trees_are_balanced(
        draws in prop::collection::vec((any::<prop::sample::Index>(), 0_usize..4), 40..160),
        n_parts in 2_usize..9,
    ) {
        let mut places = vec![-1];
        let mut parents = Vec::new();
        for (k, (draw, _)) in draws.iter().enumerate() {
            parents.push(places.swap_remove(draw.index(places.len())));
            places.extend([k as i32; 2]);
        }
        let kinds: Vec<usize> = draws.iter().map(|(_, kind)| *kind).collect();
        let model = tree(&parents, &kinds);
        let forest = check(&model, n_parts);
        let mean = forest.works(&model).iter().sum::<u64>() as f64 / n_parts as f64;
        let body = (BODY + 6 * FREEDOM + RESPONSE) as f64;
        prop_assert!(imbalance(&forest, &model) < 2.0 + body / mean, "{}", imbalance(&forest, &model));
    }
}
