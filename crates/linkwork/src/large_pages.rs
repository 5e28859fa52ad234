//! An allocator that asks the system for large pages: a program that simulates large mechanisms may choose it as its
//! own.
//!
//! One evaluation walks over all memory of a workspace several times. From some ten thousand bodies on, the processor's
//! table of pages (4 kB each) does not reach that far, and looking up addresses takes longer than reading what is
//! there: a chain of 100 000 bodies takes about 345 ns a body and evaluation in these, and 300 in pages of 2 MB. Linux
//! gives these where they are asked for (`/sys/kernel/mm/transparent_hugepage/enabled` says `madvise` or `always`);
//! elsewhere this is the system's allocator as it is.
//!
//! Large pieces of memory are taken from the system one by one, at addresses where large pages begin: what the C
//! library has at hand may be in small pages already. All else is left to the system's allocator.
//!
//! `unsafe`, because an allocator cannot be written without. The argument for it is beside each use.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};

/// The system's allocator, with large pages for large pieces of memory.
///
/// ```
/// #[global_allocator]
/// static MEMORY: linkwork::LargePages = linkwork::LargePages;
///
/// fn main() {
///     let numbers = vec![1.0; 4_000_000];
///     assert_eq!(numbers.iter().sum::<f64>(), 4e6);
/// }
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct LargePages;

/// Pieces from this size on are large: most of them is whole large pages (bytes).
const LEAST: usize = 4 << 20;

// SAFETY: a piece is large or not by its layout alone, which the caller gives again when it is resized or freed; so
// each is always treated by the one who made it. `System` gets the caller's own arguments, so its contract holds as the
// caller keeps it.
unsafe impl GlobalAlloc for LargePages {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        match pages::are_for(layout) {
            true => pages::take(layout.size()),
            false => unsafe { System.alloc(layout) },
        }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        match pages::are_for(layout) {
            // The system gives zeros.
            true => pages::take(layout.size()),
            false => unsafe { System.alloc_zeroed(layout) },
        }
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the caller promises that this is a layout.
        let wanted = unsafe { Layout::from_size_align_unchecked(size, layout.align()) };
        match (pages::are_for(layout), pages::are_for(wanted)) {
            (true, true) => unsafe { pages::resize(memory, layout.size(), size) },
            (false, false) => unsafe { System.realloc(memory, layout, size) },
            _ => unsafe {
                let new = self.alloc(wanted);
                if !new.is_null() {
                    // SAFETY: both are as long as is copied, and no two pieces overlap.
                    new.copy_from_nonoverlapping(memory, layout.size().min(size));
                    self.dealloc(memory, layout);
                }
                new
            },
        }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        match pages::are_for(layout) {
            true => unsafe { pages::give_back(memory, layout.size()) },
            false => unsafe { System.dealloc(memory, layout) },
        }
    }
}

/// Memory from Linux itself.
#[cfg(target_os = "linux")]
mod pages {
    use super::LEAST;
    use std::alloc::Layout;
    use std::ptr::null_mut;

    /// Size of a large page on the processors that have them (bytes).
    const LARGE: usize = 2 << 20;
    /// No page is smaller on processors for which Linux has large ones, and lengths are counted in the largest of the
    /// small (bytes).
    const SMALL: usize = 64 << 10;

    /// Whether such a piece is taken from here.
    pub(super) fn are_for(layout: Layout) -> bool {
        layout.size() >= LEAST && layout.align() <= SMALL
    }

    fn whole(size: usize) -> usize {
        size.next_multiple_of(SMALL)
    }

    /// So many bytes, all zero, from the beginning of a large page on; null when there are no more.
    pub(super) fn take(size: usize) -> *mut u8 {
        let length = whole(size);
        let (access, kind) = (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS);
        // SAFETY: new memory at an address that the system chooses. No size is near the largest number, so sums do not
        // overflow.
        let all = unsafe { libc::mmap(null_mut(), length + LARGE, access, kind, -1, 0) };
        if all == libc::MAP_FAILED {
            return null_mut();
        }
        let before = all.addr().next_multiple_of(LARGE) - all.addr();
        // SAFETY: what lies before and behind the piece was just mapped and nobody has it. The advice is about the size
        // of pages alone; where the system does not take it, all stays as it was, so its answer is of no interest.
        unsafe {
            let memory = all.byte_add(before);
            if before > 0 {
                libc::munmap(all, before);
            }
            if before < LARGE {
                libc::munmap(memory.byte_add(length), LARGE - before);
            }
            libc::madvise(memory, length, libc::MADV_HUGEPAGE);
            memory.cast()
        }
    }

    /// The piece with another size; null, and all as it was, when there is no memory.
    ///
    /// # Safety
    /// The piece was taken here and has this size.
    pub(super) unsafe fn resize(memory: *mut u8, from: usize, to: usize) -> *mut u8 {
        let (from, to) = (whole(from), whole(to));
        if to <= from {
            if to < from {
                // SAFETY: nobody has the end of the piece any more.
                unsafe { libc::munmap(memory.byte_add(to).cast(), from - to) };
            }
            return memory;
        }
        let new = take(to);
        if new.is_null() {
            return new;
        }
        let flags = libc::MREMAP_MAYMOVE | libc::MREMAP_FIXED;
        // SAFETY: pages move to a piece that was just taken for them, and what that had is unmapped; nothing is copied.
        let moved = unsafe { libc::mremap(memory.cast(), from, to, flags, new) };
        // A refusal may come before or after the system has unmapped the new piece. So it is not given back: by now
        // another thread may have been given its addresses. Where it is still there, it has never been touched, and
        // only its addresses are lost.
        if moved == libc::MAP_FAILED { null_mut() } else { moved.cast() }
    }

    /// # Safety
    /// The piece was taken here, has this size, and nobody uses it any more.
    pub(super) unsafe fn give_back(memory: *mut u8, size: usize) {
        unsafe { libc::munmap(memory.cast(), whole(size)) };
    }
}

/// Elsewhere there are none.
#[cfg(not(target_os = "linux"))]
mod pages {
    use std::alloc::Layout;

    pub(crate) fn are_for(_: Layout) -> bool {
        false
    }

    pub fn take(_: usize) -> *mut u8 {
        std::ptr::null_mut()
    }

    pub unsafe fn resize(_: *mut u8, _: usize, _: usize) -> *mut u8 {
        std::ptr::null_mut()
    }

    pub unsafe fn give_back(_: *mut u8, _: usize) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Through all sizes one after the other, small to small, small to large, large to large and back.
    #[test]
    fn memory_keeps_its_content_when_it_is_resized() {
        let layout = |n: usize| Layout::array::<u64>(n).unwrap();
        let large = LEAST / 8;
        let sizes =
            [1000, 3000, large + 3, 3 * large + 70_001, 3 * large + 70_000, 7 * large, large, large - 1, 5, large];
        // SAFETY: no layout is empty, all that is read was written or zeroed, and each is resized and freed with its
        // last layout.
        unsafe {
            let mut memory = LargePages.alloc_zeroed(layout(sizes[0])).cast::<u64>();
            for pair in sizes.windows(2) {
                let [from, to] = [pair[0], pair[1]];
                let words = std::slice::from_raw_parts_mut(memory, from);
                words.iter_mut().zip(1..).for_each(|(word, n)| *word = n);
                memory = LargePages.realloc(memory.cast(), layout(from), 8 * to).cast();
                assert!(!memory.is_null());
                let words = std::slice::from_raw_parts(memory, from.min(to));
                assert!(words.iter().zip(1..).all(|(word, n)| *word == n), "from {from} to {to}");
            }
            LargePages.dealloc(memory.cast(), layout(large));
        }
    }

    /// Pages with different rights do not move together. The system may notice that after it has unmapped the place
    /// for them, which another thread is then given.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_resize_that_fails_leaves_the_memory_of_other_threads_alone() {
        let layout = Layout::array::<u8>(2 * LEAST).unwrap();
        let ended = std::sync::atomic::AtomicBool::new(false);
        let write_elsewhere = || {
            while !ended.load(std::sync::atomic::Ordering::Relaxed) {
                // SAFETY: all that is read was written, within the layout, and it is freed with it.
                unsafe {
                    let memory = LargePages.alloc(layout);
                    memory.write_bytes(7, 4096);
                    assert_eq!(memory.add(4095).read_volatile(), 7);
                    LargePages.dealloc(memory, layout);
                }
            }
        };
        std::thread::scope(|scope| {
            scope.spawn(write_elsewhere);
            // SAFETY: as above; rights of whole pages of the piece are changed to others that still allow to read them.
            unsafe {
                let memory = LargePages.alloc(layout);
                memory.write_bytes(3, layout.size());
                assert_eq!(libc::mprotect(memory.add(LEAST).cast(), LEAST, libc::PROT_READ), 0);
                for _ in 0..200 {
                    assert!(LargePages.realloc(memory, layout, 2 * layout.size()).is_null());
                }
                assert!(std::slice::from_raw_parts(memory, layout.size()).iter().all(|byte| *byte == 3));
                LargePages.dealloc(memory, layout);
            }
            ended.store(true, std::sync::atomic::Ordering::Relaxed);
        });
    }

    #[test]
    fn new_memory_is_zero_where_it_is_to_be() {
        let layout = Layout::array::<u64>(LEAST / 8 + 1).unwrap();
        for _ in 0..3 {
            // SAFETY: as above.
            unsafe {
                let memory = LargePages.alloc_zeroed(layout).cast::<u64>();
                let words = std::slice::from_raw_parts_mut(memory, layout.size() / 8);
                assert!(words.iter().all(|word| *word == 0));
                words.fill(u64::MAX);
                LargePages.dealloc(memory.cast(), layout);
            }
        }
    }
}
