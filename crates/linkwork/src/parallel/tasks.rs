//! Division of work into tasks, and lists of them for a team that need no allocation.

use super::Team;
use std::array;
use std::ops::Range;

/// More tasks than this are not made: enough to keep many threads busy, few enough to stand on the stack.
pub(crate) const MOST_TASKS: usize = 32;

impl Team {
    /// Does the work for every range, on the part of the data that belongs to it: `per` items for each index.
    ///
    /// # Panics
    /// When the ranges do not follow one another or the data is too short.
    pub(crate) fn for_ranges<T: Send>(
        &self,
        ranges: &[Range<usize>],
        (data, per): (&mut [T], usize),
        work: impl Fn(Range<usize>, &mut [T]) + Sync,
    ) {
        let mut rest = data;
        let take = |range: &Range<usize>| {
            let mine = rest.split_off_mut(..range.len() * per).expect("the data has `per` items for each index");
            (range.clone(), mine)
        };
        self.for_each_task(ranges.iter().map(take), |(range, data)| work(range, data));
    }

    /// Does the work for every task. A list of them is made, on the stack, only where there are threads to share it: on
    /// one thread, memory for a list that is cleared at every stage took a quarter of the time of a small mechanism.
    ///
    /// # Panics
    /// With more than [`MOST_TASKS`] tasks for several threads.
    #[inline]
    pub(crate) fn for_each_task<T: Send>(&self, tasks: impl Iterator<Item = T>, work: impl Fn(T) + Sync) {
        if self.is_alone() {
            return tasks.for_each(work);
        }
        let mut tasks = tasks.fuse();
        let mut list: [Option<T>; MOST_TASKS] = array::from_fn(|_| tasks.next());
        assert!(tasks.next().is_none(), "no more tasks than a list has room for");
        let n = list.iter().take_while(|task| task.is_some()).count();
        self.for_each(&mut list[..n], |task| {
            if let Some(task) = task.take() {
                work(task);
            }
        });
    }
}

/// Contiguous ranges of about equal weight, each at least `least` heavy, at most [`MOST_TASKS`]; together they are
/// `0..n`. One range, possibly empty, when there is little to do.
pub(crate) fn divide(n: usize, weight: impl Fn(usize) -> usize, least: usize) -> Vec<Range<usize>> {
    let total = (0..n).map(&weight).sum::<usize>();
    divide_into(n, weight, (total / least.max(1)).clamp(1, MOST_TASKS))
}

/// The same for work that threads share: ranges about `least` heavy or more, whose number is a power of two. With three
/// ranges, one of two threads would wait.
pub(crate) fn divide_evenly(n: usize, weight: impl Fn(usize) -> usize, least: usize) -> Vec<Range<usize>> {
    let total = (0..n).map(&weight).sum::<usize>();
    let most = ((total + least / 2) / least.max(1)).clamp(1, MOST_TASKS);
    divide_into(n, weight, 1 << most.ilog2())
}

fn divide_into(n: usize, weight: impl Fn(usize) -> usize, n_ranges: usize) -> Vec<Range<usize>> {
    let total: usize = (0..n).map(&weight).sum();
    let mut ranges = Vec::with_capacity(n_ranges);
    let (mut start, mut sum) = (0, 0);
    for k in 0..n {
        sum += weight(k);
        // Range i ends where the weight up to there reaches (i + 1)/n of all.
        if sum * n_ranges >= total * (ranges.len() + 1) && ranges.len() + 1 < n_ranges {
            ranges.push(start..k + 1);
            start = k + 1;
        }
    }
    if start < n || ranges.is_empty() {
        ranges.push(start..n);
    }
    ranges
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn ranges_cover_everything_in_order(weights in prop::collection::vec(0_usize..50, 0..300), least in 0_usize..500) {
            let (n, weight) = (weights.len(), |k: usize| weights[k]);
            for ranges in [divide(n, weight, least), divide_evenly(n, weight, least)] {
                prop_assert!(ranges.len() <= MOST_TASKS);
                let mut next = 0;
                for range in &ranges {
                    prop_assert_eq!(range.start, next);
                    next = range.end;
                }
                prop_assert_eq!(next, n);
            }
        }
    }

    #[test]
    fn equal_work_makes_equal_ranges() {
        let ranges = divide(3200, |_| 1, 100);
        assert_eq!(ranges.len(), MOST_TASKS);
        assert!(ranges.iter().all(|r| r.len() == 100));
        assert_eq!(divide(4, |_| 1, 2), [0..2, 2..4]);
        assert_eq!(divide(4, |k| if k == 3 { 3 } else { 1 }, 3), [0..3, 3..4]);
        assert_eq!(divide(3, |_| 1, 100), vec![Range { start: 0, end: 3 }]);
        assert_eq!(divide_evenly(999, |_| 1, 250), [0..250, 250..500, 500..750, 750..999]);
    }
}
