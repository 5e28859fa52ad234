//! Fewer points for the same picture: of all points above one pixel only the first, the lowest, the highest and the
//! last are seen.

/// The points of a line, x ascending, with at most four for each unit of x. Others are kept as they are.
pub fn thin(points: Vec<[f64; 2]>) -> Vec<[f64; 2]> {
    if !points.windows(2).all(|pair| pair[0][0] <= pair[1][0]) {
        return points;
    }
    let mut kept = Vec::new();
    for column in points.chunk_by(|a, b| a[0].floor() == b[0].floor()) {
        if column.len() <= 4 {
            kept.extend_from_slice(column);
            continue;
        }
        let by_y = |a: &&[f64; 2], b: &&[f64; 2]| a[1].total_cmp(&b[1]);
        let [first, last] = [column.first(), column.last()];
        let mut some: Vec<&[f64; 2]> =
            [first, column.iter().min_by(by_y), column.iter().max_by(by_y), last].into_iter().flatten().collect();
        some.sort_by(|a, b| a[0].total_cmp(&b[0]));
        some.dedup();
        kept.extend(some);
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::thin;

    #[test]
    fn peaks_and_ends_stay() {
        let mut points: Vec<[f64; 2]> = (0..100_000).map(|k| [0.001 * k as f64, (0.37 * k as f64).sin()]).collect();
        points[54_321][1] = 9.0;
        let thinned = thin(points.clone());
        assert!(thinned.len() <= 400, "{}", thinned.len());
        assert!(thinned.contains(&points[54_321]) && thinned.last() == points.last() && thinned[0] == points[0]);
        assert!(thinned.windows(2).all(|pair| pair[0][0] <= pair[1][0]));
    }

    #[test]
    fn lines_that_go_back_are_left_alone() {
        let circle: Vec<[f64; 2]> = (0..100).map(|k| [(0.1 * k as f64).cos(), (0.1 * k as f64).sin()]).collect();
        assert_eq!(thin(circle.clone()), circle);
    }
}
