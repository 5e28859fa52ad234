//! A team of threads for stages that last microseconds.
//!
//! A stage of a thousand bodies takes some ten microseconds, and a step has many stages, with serial work between them.
//! Here the other threads wait for work by looking at a counter: two tasks of 5 µs take 5.4 µs on two cores, also after
//! a pause of 50 µs. A pool that puts its threads to sleep sooner (rayon 1, called inside its pool) took 6.0 µs at once
//! and 17 µs after such a pause. They look for a while, then give way to other programs, then sleep, so an idle team
//! costs nothing.
//!
//! It cannot be written without `unsafe`. The argument for it is beside each use; all of it rests on one fact:
//! [`Team::for_each`] does not return before every thread is done with the borrowed list.
#![allow(unsafe_code)]

use std::cell::Cell;
use std::hint::black_box;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicUsize, Ordering};
use std::thread::{self, JoinHandle, Thread};

/// Looks at the counter before a waiting thread gives way: half a millisecond (measured at 25 ns a look), longer than
/// the serial work between two parallel stages.
const LOOKS: u32 = 20_000;
/// Times a waiting thread gives way before it sleeps: about a millisecond.
const YIELDS: u32 = 1000;

/// A team has no more threads than this, however many are asked for: as many as the largest machines have.
const MOST_THREADS: usize = 1024;

/// Longer lists, which only tasks without a size can have, are worked through by the calling thread: counters and
/// shares of shorter ones cannot overflow.
const MOST_TASKS: usize = usize::MAX / (2 * MOST_THREADS);

/// No thread may join the list.
const CLOSED: usize = 1 << (usize::BITS - 1);

/// Threads that work together, the calling one among them. Only one thread at a time may use a team, so it can be
/// sent but not shared:
///
/// ```compile_fail
/// fn share<T: Sync>(_: T) {}
/// share(linkwork::parallel::Team::alone());
/// ```
pub struct Team {
    shared: Arc<Shared>,
    others: Vec<JoinHandle<()>>,
    sleepers: Vec<Thread>,
    /// Whether a list is being worked through. A task on the calling thread may have found its way back to the team,
    /// by a thread-local variable for instance; tasks on other threads cannot, since a `Cell` keeps the team from
    /// being shared.
    busy: Cell<bool>,
}

/// State shared with the threads.
struct Shared {
    /// Counts the lists handed out; a change is the sign to begin.
    list: AtomicUsize,
    /// The job of the present list: a pointer to a `&dyn Job` on the stack of the calling thread.
    job: AtomicPtr<&'static dyn Job>,
    /// For each thread the next task of its own share. A share is the same stretch of every list, so that what a thread
    /// wrote in one stage lies in its own cache in the next; who is done helps the others.
    next: Vec<Counter>,
    /// How many threads other than the caller are at the present list; [`CLOSED`] when no more may join. A thread that
    /// is late, since the machine does something else, is not waited for.
    inside: AtomicUsize,
    /// How many of them sleep.
    asleep: AtomicUsize,
    /// Whether a task panicked in one of them.
    panicked: AtomicBool,
    /// Whether the team is dissolved.
    ended: AtomicBool,
}

/// A counter on a line of the cache of its own.
#[repr(align(64))]
struct Counter(AtomicUsize);

/// A list of tasks, one of which can be done by number.
trait Job: Sync {
    fn do_task(&self, k: usize);
    fn len(&self) -> usize;
}

struct List<'a, T, F> {
    first: *mut T,
    len: usize,
    work: &'a F,
}

// SAFETY: a `List` is shared with threads that take tasks by number; each number is handed out once (`Shared::next`),
// so each task is reached by one thread only, which is what `T: Send` allows. The work itself is shared, hence `F:
// Sync`.
unsafe impl<T: Send, F: Fn(&mut T) + Sync> Sync for List<'_, T, F> {}

impl<T: Send, F: Fn(&mut T) + Sync> Job for List<'_, T, F> {
    fn do_task(&self, k: usize) {
        debug_assert!(k < self.len);
        // SAFETY: k is below the length of the borrowed slice, and no other thread was given this k.
        (self.work)(unsafe { &mut *self.first.add(k) });
    }

    fn len(&self) -> usize {
        self.len
    }
}

impl Team {
    /// The calling thread and `n_threads − 1` others, but no more than 1024 in all, and no more than the system
    /// starts; results do not depend on it.
    pub fn new(n_threads: usize) -> Team {
        let n_threads = n_threads.clamp(1, MOST_THREADS);
        let shared = Arc::new(Shared {
            list: AtomicUsize::new(0),
            job: AtomicPtr::new(std::ptr::null_mut()),
            next: (0..n_threads).map(|_| Counter(AtomicUsize::new(0))).collect(),
            inside: AtomicUsize::new(CLOSED),
            asleep: AtomicUsize::new(0),
            panicked: AtomicBool::new(false),
            ended: AtomicBool::new(false),
        });
        let spawn = |k: usize| {
            let shared = Arc::clone(&shared);
            thread::Builder::new().name(format!("linkwork {k}")).spawn(move || shared.serve(k)).ok()
        };
        let others: Vec<JoinHandle<()>> = (1..n_threads).map_while(spawn).collect();
        let sleepers = others.iter().map(|handle| handle.thread().clone()).collect();
        Team { shared, others, sleepers, busy: Cell::new(false) }
    }

    /// The calling thread alone.
    pub fn alone() -> Team {
        Team::new(1)
    }

    /// How many threads work together.
    pub fn n_threads(&self) -> usize {
        self.others.len() + 1
    }

    /// Whether nobody would share work with the calling thread now.
    pub(super) fn is_alone(&self) -> bool {
        self.others.is_empty() || self.busy.get()
    }

    /// Does the work for every task, each by one thread; returns when all are done. Called from such work, it does
    /// its own tasks on the calling thread.
    ///
    /// # Panics
    /// When the work does.
    ///
    /// ```
    /// use linkwork::parallel::Team;
    /// let mut squares: Vec<u64> = (0..100).collect();
    /// Team::new(2).for_each(&mut squares, |x| *x *= *x);
    /// assert_eq!(squares[9], 81);
    /// ```
    pub fn for_each<T: Send, F: Fn(&mut T) + Sync>(&self, tasks: &mut [T], work: F) {
        if self.is_alone() || !(2..=MOST_TASKS).contains(&tasks.len()) {
            return tasks.iter_mut().for_each(work);
        }
        self.busy.set(true);
        let list = List { first: tasks.as_mut_ptr(), len: tasks.len(), work: &work };
        let job: &dyn Job = &list;
        // SAFETY: the lifetime is forgotten so that other threads can be told of the job. They use it only while they
        // are counted in `inside`; `finish` lets no more in and waits for the last to leave, also when a task panics
        // here, and `job`, `list` and `tasks` live until after that. The job is not replaced before: who calls again
        // while the team is busy never comes here.
        let job: &'static dyn Job = unsafe { std::mem::transmute::<&dyn Job, &'static dyn Job>(job) };
        self.shared.begin(&job);
        if self.shared.asleep.load(Ordering::SeqCst) > 0 {
            self.sleepers.iter().for_each(Thread::unpark);
        }
        let outcome = catch_unwind(AssertUnwindSafe(|| self.shared.take_tasks_apart(job)));
        self.shared.finish();
        self.busy.set(false);
        let elsewhere = self.shared.panicked.swap(false, Ordering::Relaxed);
        if let Err(payload) = outcome {
            resume_unwind(payload);
        }
        assert!(!elsewhere, "a task panicked in another thread");
    }
}

impl Shared {
    /// Opens a list. No thread is inside, since `finish` waited for all.
    fn begin(&self, job: &&'static dyn Job) {
        self.job.store(std::ptr::from_ref(job).cast_mut(), Ordering::Relaxed);
        for thread in 0..self.next.len() {
            self.next[thread].0.store(self.share_start(thread, job.len()), Ordering::Relaxed);
        }
        self.inside.store(0, Ordering::Release);
        // Sequentially consistent together with `asleep`: either a thread that is about to sleep sees this, or the
        // caller sees it asleep.
        self.list.fetch_add(1, Ordering::SeqCst);
    }

    /// Where the share of a thread begins in a list of n tasks; it ends where the next begins.
    fn share_start(&self, thread: usize, n: usize) -> usize {
        thread * n / self.next.len()
    }

    /// Does the tasks of the thread's own share, then those that others have not begun.
    #[inline(never)]
    fn take_tasks(&self, me: usize, job: &dyn Job) {
        let n_threads = self.next.len();
        for thread in (me..n_threads).chain(0..me) {
            let end = self.share_start(thread + 1, job.len());
            loop {
                let k = self.next[thread].0.fetch_add(1, Ordering::Relaxed);
                if k >= end {
                    break;
                }
                job.do_task(k);
            }
        }
    }

    /// The same for the calling thread, at some distance on its stack from what the other threads read: they look again
    /// and again at what the work has borrowed from the caller's frames, and what this thread writes beside it would
    /// move that line of the cache to and fro.
    #[inline(never)]
    fn take_tasks_apart(&self, job: &dyn Job) {
        let distance = [0_u8; 4 * size_of::<Counter>()];
        black_box(&distance);
        self.take_tasks(0, job);
        black_box(&distance);
    }

    /// Closes the list and waits until no other thread is at it.
    fn finish(&self) {
        self.inside.fetch_or(CLOSED, Ordering::Relaxed);
        let mut looks = 0;
        while self.inside.load(Ordering::Acquire) != CLOSED {
            wait(&mut looks);
        }
    }

    /// Joins the present list, unless it is closed.
    fn join(&self) -> bool {
        let enter = |inside: usize| (inside & CLOSED == 0).then_some(inside + 1);
        self.inside.fetch_update(Ordering::Acquire, Ordering::Relaxed, enter).is_ok()
    }

    /// The life of a thread that is not the caller.
    fn serve(&self, me: usize) {
        let mut seen = 0;
        loop {
            let list = self.wait_for_list(seen);
            if self.ended.load(Ordering::Acquire) {
                return;
            }
            seen = list;
            if !self.join() {
                continue;
            }
            // SAFETY: the pointer was stored before the list was opened, and what it points to lives until this thread
            // is counted out again.
            let job: &dyn Job = unsafe { *self.job.load(Ordering::Relaxed) };
            if let Err(payload) = catch_unwind(AssertUnwindSafe(|| self.take_tasks(me, job))) {
                self.panicked.store(true, Ordering::Relaxed);
                // Its destructor could panic as well, and this thread would end without being counted out.
                std::mem::forget(payload);
            }
            self.inside.fetch_sub(1, Ordering::Release);
        }
    }

    /// Waits until another list than the one seen is there, at last asleep.
    fn wait_for_list(&self, seen: usize) -> usize {
        let mut looks = 0;
        loop {
            let list = self.list.load(Ordering::Acquire);
            if list != seen {
                return list;
            }
            if looks < LOOKS + YIELDS {
                wait(&mut looks);
                continue;
            }
            self.asleep.fetch_add(1, Ordering::SeqCst);
            while self.list.load(Ordering::SeqCst) == seen {
                thread::park();
            }
            self.asleep.fetch_sub(1, Ordering::SeqCst);
        }
    }
}

/// One look, or giving way to other programs.
fn wait(looks: &mut u32) {
    if *looks < LOOKS {
        std::hint::spin_loop();
    } else {
        thread::yield_now();
    }
    *looks = looks.saturating_add(1);
}

impl Drop for Team {
    fn drop(&mut self) {
        self.shared.ended.store(true, Ordering::Release);
        self.shared.list.fetch_add(1, Ordering::SeqCst);
        self.sleepers.iter().for_each(Thread::unpark);
        for other in self.others.drain(..) {
            // A thread ends in no other way than by returning: panics of tasks are caught.
            let _ = other.join();
        }
    }
}

impl std::fmt::Debug for Team {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Team of {}", self.n_threads())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_task_is_done_once() {
        for n_threads in [1, 2, 3, 8] {
            let team = Team::new(n_threads);
            for n in [0, 1, 2, 7, 100] {
                let mut tasks = vec![0_u32; n];
                for round in 1..50 {
                    team.for_each(&mut tasks, |t| *t += 1);
                    assert!(tasks.iter().all(|&t| t == round), "{n_threads} threads, {n} tasks");
                }
            }
        }
    }

    #[test]
    fn a_sleeping_team_wakes_up() {
        let team = Team::new(3);
        let mut tasks = [1.0; 64];
        for _ in 0..3 {
            team.for_each(&mut tasks, |t| *t *= 2.0);
            thread::sleep(std::time::Duration::from_millis(30));
        }
        assert_eq!(tasks, [8.0; 64]);
    }

    #[test]
    fn a_team_of_countless_threads_is_one_of_many() {
        let team = Team::new(usize::MAX);
        assert!((2..=MOST_THREADS).contains(&team.n_threads()), "{team:?}");
        let mut tasks = vec![0_u8; 5000];
        team.for_each(&mut tasks, |t| *t += 1);
        assert!(tasks.iter().all(|t| *t == 1));
        assert_eq!(Team::new(0).n_threads(), 1);
    }

    #[test]
    fn a_panic_in_a_task_reaches_the_caller_and_leaves_the_team_whole() {
        let team = Team::new(2);
        let mut tasks = [0; 16];
        let outcome = catch_unwind(AssertUnwindSafe(|| {
            team.for_each(&mut tasks, |t| {
                *t += 1;
                assert!(*t < 1, "on purpose");
            });
        }));
        assert!(outcome.is_err());
        let mut tasks = [0; 16];
        team.for_each(&mut tasks, |t| *t += 1);
        assert_eq!(tasks, [1; 16]);
    }
}
