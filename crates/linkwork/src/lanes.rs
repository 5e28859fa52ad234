//! Arithmetic on four numbers at once, with the instructions the machine has, chosen when the program runs.
//!
//! Hot loops are written once over [`Lanes`] and compiled twice: for AVX2 with fused multiply-add, and in plain Rust,
//! which runs anywhere. Results differ in last bits between the two, never between runs on one machine.

#[cfg(target_arch = "x86_64")]
use pulp::{Simd, f64x4, x86::V3};

/// Kinds of processor.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Processor {
    /// AVX2 and FMA.
    #[cfg(target_arch = "x86_64")]
    V3(V3),
    /// Plain Rust.
    Portable,
}

/// Work to be compiled for each kind of machine.
pub(crate) trait Work {
    /// Its result.
    type Output;
    /// Does it.
    fn run<V: Lanes>(self, lanes: V) -> Self::Output;
}

impl Processor {
    /// The machine at hand.
    pub(crate) fn detect() -> Processor {
        #[cfg(target_arch = "x86_64")]
        if let Some(v3) = V3::try_new() {
            return Processor::V3(v3);
        }
        Processor::Portable
    }

    /// Runs the work with the best instructions there are.
    #[inline(always)]
    pub(crate) fn run<W: Work>(self, work: W) -> W::Output {
        match self {
            #[cfg(target_arch = "x86_64")]
            Processor::V3(v3) => v3.vectorize(
                #[inline(always)]
                move || {
                    align_stack();
                    work.run(v3)
                },
            ),
            Processor::Portable => work.run(Portable),
        }
    }
}

/// As long as a line of the nearest cache.
#[repr(align(64))]
struct Line(#[expect(dead_code, reason = "never read: only its place counts")] u8);

/// Has the function this is compiled into begin its stack at a line of the cache. Registers that it spills there, four
/// numbers each, would else lie across two lines or not, as the callers' stacks happen to be, and a sweep over a chain
/// take twice as long or not.
#[inline(always)]
fn align_stack() {
    std::hint::black_box(&mut Line(0));
}

/// Operations on four numbers.
pub(crate) trait Lanes: Copy + Send + Sync {
    /// Four numbers.
    type F4: Copy;
    /// Whether a product and a sum are one operation with one rounding.
    const FMA: bool;
    /// The same number four times.
    fn splat(self, x: f64) -> Self::F4;
    /// From an array.
    fn load(self, x: [f64; 4]) -> Self::F4;
    /// To an array.
    fn array(self, x: Self::F4) -> [f64; 4];
    /// a + b
    fn add(self, a: Self::F4, b: Self::F4) -> Self::F4;
    /// a − b
    fn sub(self, a: Self::F4, b: Self::F4) -> Self::F4;
    /// a b
    fn mul(self, a: Self::F4, b: Self::F4) -> Self::F4;
    /// a b + c
    fn mul_add(self, a: Self::F4, b: Self::F4, c: Self::F4) -> Self::F4;
    /// c − a b
    fn mul_sub(self, a: Self::F4, b: Self::F4, c: Self::F4) -> Self::F4;
    /// The second, third, first and fourth: the components of a vector moved on, as in vector products.
    fn turned(self, a: Self::F4) -> Self::F4;
    /// The third, first, second and fourth.
    fn turned_back(self, a: Self::F4) -> Self::F4;

    /// Four fours, the first numbers of which become the first four, and so on.
    fn transposed(self, x: [Self::F4; 4]) -> [Self::F4; 4];
    /// Each moved on by a place, after the last of those before.
    fn moved_on(self, a: Self::F4, before: Self::F4) -> Self::F4;
    /// The last number, four times.
    fn last(self, a: Self::F4) -> Self::F4;
    /// The sums of the first one, two, three and four.
    fn running_sums(self, a: Self::F4) -> Self::F4;

    /// The sum of all four.
    #[inline(always)]
    fn total(self, a: Self::F4) -> f64 {
        let [x, y, z, w] = self.array(a);
        (x + z) + (y + w)
    }

    /// a b + c for single numbers.
    #[inline(always)]
    fn madd(self, a: f64, b: f64, c: f64) -> f64 {
        if Self::FMA { a.mul_add(b, c) } else { a * b + c }
    }
}

#[cfg(target_arch = "x86_64")]
impl Lanes for V3 {
    type F4 = f64x4;
    const FMA: bool = true;

    #[inline(always)]
    fn splat(self, x: f64) -> f64x4 {
        self.splat_f64x4(x)
    }
    #[inline(always)]
    fn load(self, x: [f64; 4]) -> f64x4 {
        pulp::cast(x)
    }
    #[inline(always)]
    fn array(self, x: f64x4) -> [f64; 4] {
        pulp::cast(x)
    }
    #[inline(always)]
    fn add(self, a: f64x4, b: f64x4) -> f64x4 {
        Simd::add_f64s(self, a, b)
    }
    #[inline(always)]
    fn sub(self, a: f64x4, b: f64x4) -> f64x4 {
        Simd::sub_f64s(self, a, b)
    }
    #[inline(always)]
    fn mul(self, a: f64x4, b: f64x4) -> f64x4 {
        Simd::mul_f64s(self, a, b)
    }
    #[inline(always)]
    fn mul_add(self, a: f64x4, b: f64x4, c: f64x4) -> f64x4 {
        self.mul_add_f64x4(a, b, c)
    }
    #[inline(always)]
    fn mul_sub(self, a: f64x4, b: f64x4, c: f64x4) -> f64x4 {
        self.negate_mul_add_f64x4(a, b, c)
    }
    #[inline(always)]
    fn turned(self, a: f64x4) -> f64x4 {
        pulp::cast(self.avx2._mm256_permute4x64_pd::<0b11_00_10_01>(pulp::cast(a)))
    }
    #[inline(always)]
    fn turned_back(self, a: f64x4) -> f64x4 {
        pulp::cast(self.avx2._mm256_permute4x64_pd::<0b11_01_00_10>(pulp::cast(a)))
    }
    #[inline(always)]
    fn transposed(self, [a, b, c, d]: [f64x4; 4]) -> [f64x4; 4] {
        let (a, b, c, d) = (pulp::cast(a), pulp::cast(b), pulp::cast(c), pulp::cast(d));
        let (first, third) = (self.avx._mm256_unpacklo_pd(a, b), self.avx._mm256_unpacklo_pd(c, d));
        let (second, fourth) = (self.avx._mm256_unpackhi_pd(a, b), self.avx._mm256_unpackhi_pd(c, d));
        [
            pulp::cast(self.avx._mm256_permute2f128_pd::<0x20>(first, third)),
            pulp::cast(self.avx._mm256_permute2f128_pd::<0x20>(second, fourth)),
            pulp::cast(self.avx._mm256_permute2f128_pd::<0x31>(first, third)),
            pulp::cast(self.avx._mm256_permute2f128_pd::<0x31>(second, fourth)),
        ]
    }
    #[inline(always)]
    fn moved_on(self, a: f64x4, before: f64x4) -> f64x4 {
        let moved = self.avx2._mm256_permute4x64_pd::<0b10_01_00_00>(pulp::cast(a));
        pulp::cast(self.avx._mm256_blend_pd::<0b0001>(moved, pulp::cast(self.last(before))))
    }
    #[inline(always)]
    fn last(self, a: f64x4) -> f64x4 {
        pulp::cast(self.avx2._mm256_permute4x64_pd::<0b11_11_11_11>(pulp::cast(a)))
    }
    #[inline(always)]
    fn running_sums(self, a: f64x4) -> f64x4 {
        let by_one = self.add(a, self.moved_on(a, self.splat(0.0)));
        let moved = self.avx._mm256_permute2f128_pd::<0x08>(pulp::cast(by_one), pulp::cast(by_one));
        self.add(by_one, pulp::cast(moved))
    }
}

/// Plain Rust.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Portable;

impl Lanes for Portable {
    type F4 = [f64; 4];
    const FMA: bool = false;

    #[inline(always)]
    fn splat(self, x: f64) -> [f64; 4] {
        [x; 4]
    }
    #[inline(always)]
    fn load(self, x: [f64; 4]) -> [f64; 4] {
        x
    }
    #[inline(always)]
    fn array(self, x: [f64; 4]) -> [f64; 4] {
        x
    }
    #[inline(always)]
    fn add(self, a: [f64; 4], b: [f64; 4]) -> [f64; 4] {
        std::array::from_fn(|k| a[k] + b[k])
    }
    #[inline(always)]
    fn sub(self, a: [f64; 4], b: [f64; 4]) -> [f64; 4] {
        std::array::from_fn(|k| a[k] - b[k])
    }
    #[inline(always)]
    fn mul(self, a: [f64; 4], b: [f64; 4]) -> [f64; 4] {
        std::array::from_fn(|k| a[k] * b[k])
    }
    #[inline(always)]
    fn mul_add(self, a: [f64; 4], b: [f64; 4], c: [f64; 4]) -> [f64; 4] {
        std::array::from_fn(|k| a[k] * b[k] + c[k])
    }
    #[inline(always)]
    fn mul_sub(self, a: [f64; 4], b: [f64; 4], c: [f64; 4]) -> [f64; 4] {
        std::array::from_fn(|k| c[k] - a[k] * b[k])
    }
    #[inline(always)]
    fn turned(self, a: [f64; 4]) -> [f64; 4] {
        [a[1], a[2], a[0], a[3]]
    }
    #[inline(always)]
    fn turned_back(self, a: [f64; 4]) -> [f64; 4] {
        [a[2], a[0], a[1], a[3]]
    }
    #[inline(always)]
    fn transposed(self, x: [[f64; 4]; 4]) -> [[f64; 4]; 4] {
        std::array::from_fn(|i| std::array::from_fn(|j| x[j][i]))
    }
    #[inline(always)]
    fn moved_on(self, a: [f64; 4], before: [f64; 4]) -> [f64; 4] {
        [before[3], a[0], a[1], a[2]]
    }
    #[inline(always)]
    fn last(self, a: [f64; 4]) -> [f64; 4] {
        [a[3]; 4]
    }
    #[inline(always)]
    fn running_sums(self, a: [f64; 4]) -> [f64; 4] {
        let by_one = [a[0], a[1] + a[0], a[2] + a[1], a[3] + a[2]];
        [by_one[0], by_one[1], by_one[2] + by_one[0], by_one[3] + by_one[1]]
    }
}

/// A row of up to six numbers: two times four lanes, of which the first L hold something.
#[derive(Clone, Copy)]
pub(crate) struct Row<V: Lanes>(pub [V::F4; 2]);

impl<V: Lanes> Row<V> {
    /// Lanes beyond the first L are zero.
    #[inline(always)]
    pub(crate) fn load<const L: usize>(lanes: V, x: &[f64; L]) -> Row<V> {
        let mut first = [0.0; 4];
        first[..L.min(4)].copy_from_slice(&x[..L.min(4)]);
        let mut second = [0.0; 4];
        if L > 4 {
            second[..L - 4].copy_from_slice(&x[4..]);
        }
        Row([lanes.load(first), lanes.load(second)])
    }

    /// All zeros.
    #[inline(always)]
    pub(crate) fn zero(lanes: V) -> Row<V> {
        Row([lanes.splat(0.0); 2])
    }

    /// One in lane c < 4, zeros elsewhere.
    #[inline(always)]
    pub(crate) fn unit(lanes: V, c: usize) -> Row<V> {
        let mut first = [0.0; 4];
        first[c] = 1.0;
        Row([lanes.load(first), lanes.splat(0.0)])
    }

    /// The first L numbers.
    #[inline(always)]
    pub(crate) fn store<const L: usize>(self, lanes: V, x: &mut [f64; L]) {
        x[..L.min(4)].copy_from_slice(&lanes.array(self.0[0])[..L.min(4)]);
        if L > 4 {
            x[4..].copy_from_slice(&lanes.array(self.0[1])[..L - 4]);
        }
    }

    /// self + a b
    #[inline(always)]
    pub(crate) fn plus<const L: usize>(mut self, lanes: V, a: f64, b: Row<V>) -> Row<V> {
        let a = lanes.splat(a);
        self.0[0] = lanes.mul_add(a, b.0[0], self.0[0]);
        if L > 4 {
            self.0[1] = lanes.mul_add(a, b.0[1], self.0[1]);
        }
        self
    }

    /// self − a b
    #[inline(always)]
    pub(crate) fn minus<const L: usize>(mut self, lanes: V, a: f64, b: Row<V>) -> Row<V> {
        let a = lanes.splat(a);
        self.0[0] = lanes.mul_sub(a, b.0[0], self.0[0]);
        if L > 4 {
            self.0[1] = lanes.mul_sub(a, b.0[1], self.0[1]);
        }
        self
    }

    /// a self
    #[inline(always)]
    pub(crate) fn times<const L: usize>(mut self, lanes: V, a: f64) -> Row<V> {
        let a = lanes.splat(a);
        self.0[0] = lanes.mul(a, self.0[0]);
        if L > 4 {
            self.0[1] = lanes.mul(a, self.0[1]);
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All operations that move numbers between places, with values that tell them apart.
    struct Moves;

    impl Work for Moves {
        type Output = Vec<[f64; 4]>;
        fn run<V: Lanes>(self, lanes: V) -> Vec<[f64; 4]> {
            let [a, b] = [lanes.load([1.0, 2.0, 4.0, 8.0]), lanes.load([16.0, 32.0, 64.0, 128.0])];
            let rows = lanes.transposed([a, b, lanes.add(a, b), lanes.sub(a, b)]);
            let moved =
                [lanes.moved_on(a, b), lanes.last(a), lanes.running_sums(a), lanes.turned(a), lanes.turned_back(a)];
            let total = [lanes.total(a), 0.0, 0.0, 0.0];
            rows.iter().chain(&moved).map(|&x| lanes.array(x)).chain([total]).collect()
        }
    }

    #[test]
    fn numbers_move_where_they_should() {
        let expected = [
            [1.0, 16.0, 17.0, -15.0],
            [2.0, 32.0, 34.0, -30.0],
            [4.0, 64.0, 68.0, -60.0],
            [8.0, 128.0, 136.0, -120.0],
            [128.0, 1.0, 2.0, 4.0],
            [8.0; 4],
            [1.0, 3.0, 7.0, 15.0],
            [2.0, 4.0, 1.0, 8.0],
            [4.0, 1.0, 2.0, 8.0],
            [15.0, 0.0, 0.0, 0.0],
        ];
        assert_eq!(Moves.run(Portable), expected);
        assert_eq!(Processor::detect().run(Moves), expected);
    }
}
