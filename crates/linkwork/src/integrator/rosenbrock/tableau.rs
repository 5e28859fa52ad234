//! Coefficients of linearly implicit Runge–Kutta methods that keep their order with any approximation of the Jacobian
//! (W-methods), in the form that needs one solution of a linear system a stage:
//!
//! ```text
//! (1 − hγ J) uᵢ = hγ (f(y + Σ aᵢⱼ uⱼ) + Σ Cᵢⱼ uⱼ / h),   y₁ = y + Σ mⱼ uⱼ,   error Σ eⱼ uⱼ
//! ```
//!
//! With Γ = (γᵢⱼ) and A = (αᵢⱼ) of the usual form: a = A Γ⁻¹, C = diag(1/γ) − Γ⁻¹, m = b Γ⁻¹
//! [Hairer & Wanner, Solving Ordinary Differential Equations II, IV.7].

/// One method.
#[derive(Clone, Debug)]
pub(super) struct Tableau {
    /// γ
    pub gamma: f64,
    /// aᵢⱼ, row by row.
    pub a: Vec<Vec<f64>>,
    /// Cᵢⱼ, row by row.
    pub c: Vec<Vec<f64>>,
    /// Times of the stages, in steps.
    pub times: Vec<f64>,
    /// Σⱼ γᵢⱼ: weights of the derivative of f by time, in steps.
    pub lags: Vec<f64>,
    /// Weights of the result.
    pub m: Vec<f64>,
    /// Weights of the error estimate.
    pub e: Vec<f64>,
    /// Order of the error estimate plus one: errors grow with this power of the step.
    pub order: f64,
}

impl Tableau {
    /// RODAS4PW of Steinebach: nine stages, order 4 with an embedded method of order 3, both as W-methods; stiffly
    /// accurate, |R(iy)| ≤ 1, R(∞) = 0, all stages inside of the step.
    pub(super) fn order_4() -> Tableau {
        let a8 = [
            2.435229134779612,
            -3.6456929559533693,
            1.8428193142644478,
            -1.3604738908042329,
            1.9007297861385437,
            1.2049388559324536,
            0.5873423923113257,
        ];
        let with = |ones: usize| a8.iter().copied().chain(std::iter::repeat_n(1.0, ones)).collect::<Vec<f64>>();
        let tableau = Tableau {
            gamma: 0.25,
            lags: Vec::new(),
            a: vec![
                vec![],
                vec![2.0],
                vec![2.9351406859394085, -0.2900839547917462],
                vec![2.5023808526102953, 0.16405393216724992, 0.5533771741907447],
                vec![3.750686547696225, -3.4281864369523043, 3.040310330969146, 3.9186650053435343],
                vec![6.144641638053066, -3.5875118429024027, 4.896418320248426, 3.22902579478038, 1.8769572180937995],
                vec![
                    7.024950636618132,
                    -0.16004404386219917,
                    3.011738084182477,
                    2.6255276779916845,
                    1.064210639984151,
                    1.458733196183423,
                ],
                with(0),
                with(1),
            ],
            c: vec![
                vec![],
                vec![-8.0],
                vec![0.11431136138808462, 5.111960520884256],
                vec![-8.68739530736641, -0.21553233254388848, -2.2134894813624935],
                vec![-10.812900826181544, 5.419387230163944, -6.845923178683723, -5.6022546699245925],
                vec![-13.17876026787501, 8.4031432262977, -14.402912022742473, -1.8949265796948946, -7.507992684163551],
                vec![
                    2.4245226070350387,
                    3.916211538629165,
                    6.334875580590554,
                    -18.204882737666242,
                    11.2386753540205,
                    4.394215434356857,
                ],
                vec![
                    12.966547752453305,
                    1.6658702157873542,
                    -1.952036642801561,
                    44.8607385053866,
                    -16.33815656155744,
                    -7.339351477557218,
                    6.415927010710538,
                ],
                vec![
                    -3.4230613926569706,
                    10.549037870633642,
                    -22.013331787653808,
                    59.20345912605831,
                    -38.48170615459573,
                    -17.83635248514032,
                    5.0140912391709005,
                    -5.714232814492047,
                ],
            ],
            times: vec![
                0.0,
                0.5,
                0.806306160182747,
                0.5500769630661511,
                0.645123695869199,
                0.7460176197877518,
                0.38581216095480647,
                1.0,
                1.0,
            ],
            m: with(2),
            e: vec![0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0],
            order: 4.0,
        };
        tableau.with_lags()
    }

    /// ROS34PW2 of Rang and Angermann (2005): four stages, order 3 with an embedded method of order 2.
    pub(super) fn order_3() -> Tableau {
        let gamma = 0.435866521508459;
        let alpha =
            [vec![], vec![0.871733043016918], vec![0.8445706001536942, -0.11299064236484185], vec![0.0, 0.0, 1.0]];
        let below = [
            vec![],
            vec![-0.871733043016918],
            vec![-0.9033805701304408, 0.054180672388095326],
            vec![0.24212380706095346, -1.2232505839045147, 0.5452602553351021],
        ];
        let b = [0.24212380706095346, -1.2232505839045147, 1.545260255335102, gamma];
        let b_embedded = [0.3781090314581937, -0.09604229221242318, 0.5, 0.2179332607542295];
        let n = b.len();
        let difference: Vec<f64> = b.iter().zip(b_embedded).map(|(b, other)| b - other).collect();
        let inverse = invert_lower(gamma, &below);
        let times_inverse = |row: &[f64]| -> Vec<f64> {
            (0..n).map(|j| row.iter().enumerate().map(|(k, x)| x * inverse[k][j]).sum()).collect()
        };
        let truncated = |row: Vec<f64>, n: usize| row[..n].to_vec();
        let tableau = Tableau {
            gamma,
            lags: Vec::new(),
            a: (0..n).map(|i| truncated(times_inverse(&alpha[i]), i)).collect(),
            c: (0..n).map(|i| inverse[i][..i].iter().map(|x| -x).collect()).collect(),
            times: alpha.iter().map(|row| row.iter().sum()).collect(),
            m: times_inverse(&b),
            e: times_inverse(&difference),
            order: 3.0,
        };
        tableau.with_lags()
    }

    /// With the sums of rows of Γ, from Γ⁻¹ = diag(1/γ) − C.
    fn with_lags(mut self) -> Tableau {
        let below: Vec<Vec<f64>> = self.c.iter().map(|row| row.iter().map(|x| -x).collect()).collect();
        self.lags = invert_lower(1.0 / self.gamma, &below).iter().map(|row| row.iter().sum()).collect();
        self
    }

    /// Number of stages.
    pub(super) fn n_stages(&self) -> usize {
        self.m.len()
    }
}

/// The inverse of a lower triangular matrix with γ on its diagonal and these rows below it.
fn invert_lower(gamma: f64, below: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let n = below.len();
    let mut inverse = vec![vec![0.0; n]; n];
    for j in 0..n {
        inverse[j][j] = 1.0 / gamma;
        for i in j + 1..n {
            let sum: f64 = (j..i).map(|k| below[i][k] * inverse[k][j]).sum();
            inverse[i][j] = -sum / gamma;
        }
    }
    inverse
}

#[cfg(test)]
mod tests {
    use super::*;

    type Matrix = Vec<Vec<f64>>;

    /// A, Γ with its diagonal, and weights b of the result and of the embedded method.
    fn usual_form(t: &Tableau) -> (Matrix, Matrix, [Vec<f64>; 2]) {
        let n = t.n_stages();
        // Γ⁻¹ = diag(1/γ) − C, whose inverse has γ on its diagonal.
        let below: Vec<Vec<f64>> = t.c.iter().map(|row| row.iter().map(|x| -x).collect()).collect();
        let gamma = invert_lower(1.0 / t.gamma, &below);
        let times = |row: &[f64]| -> Vec<f64> {
            (0..n).map(|j| row.iter().enumerate().map(|(k, x)| x * gamma[k][j]).sum()).collect()
        };
        let alpha = t.a.iter().map(|row| times(row)).collect();
        let b = times(&t.m);
        let embedded = b.iter().zip(times(&t.e)).map(|(b, e)| b - e).collect();
        (alpha, gamma, [b, embedded])
    }

    fn mul(matrix: &Matrix, x: &[f64]) -> Vec<f64> {
        matrix.iter().map(|row| row.iter().zip(x).map(|(a, x)| a * x).sum()).collect()
    }

    fn times(x: &[f64], y: &[f64]) -> Vec<f64> {
        x.iter().zip(y).map(|(x, y)| x * y).collect()
    }

    fn dot(x: &[f64], y: &[f64]) -> f64 {
        times(x, y).iter().sum()
    }

    /// Residuals of the conditions that a W-method of this order has to satisfy.
    fn residuals(order: usize, b: &[f64], A: &Matrix, gamma: &Matrix) -> Vec<f64> {
        let ones = vec![1.0; b.len()];
        let (alpha, g) = (mul(A, &ones), mul(gamma, &ones));
        let mut all = vec![dot(b, &ones) - 1.0, dot(b, &alpha) - 0.5, dot(b, &g)];
        if order >= 3 {
            all.push(dot(b, &times(&alpha, &alpha)) - 1.0 / 3.0);
            all.push(dot(b, &mul(A, &alpha)) - 1.0 / 6.0);
            all.extend([mul(A, &g), mul(gamma, &alpha), mul(gamma, &g)].map(|x| dot(b, &x)));
        }
        if order >= 4 {
            let square = times(&alpha, &alpha);
            all.push(dot(b, &times(&square, &alpha)) - 0.25);
            all.push(dot(b, &times(&alpha, &mul(A, &alpha))) - 0.125);
            all.push(dot(b, &times(&alpha, &mul(A, &g))));
            all.push(dot(b, &mul(A, &square)) - 1.0 / 12.0);
            all.push(dot(b, &mul(gamma, &square)));
            for (first, X) in [A, gamma].into_iter().enumerate() {
                for (second, Y) in [A, gamma].into_iter().enumerate() {
                    for (third, z) in [&alpha, &g].into_iter().enumerate() {
                        let expected = if first + second + third == 0 { 1.0 / 24.0 } else { 0.0 };
                        all.push(dot(b, &mul(X, &mul(Y, z))) - expected);
                    }
                }
            }
        }
        all
    }

    #[test]
    fn conditions_of_w_methods_hold() {
        for (tableau, order, embedded) in [(Tableau::order_4(), 4, 3), (Tableau::order_3(), 3, 2)] {
            let (A, gamma, [b, other]) = usual_form(&tableau);
            for (weights, order) in [(b, order), (other, embedded)] {
                let worst = residuals(order, &weights, &A, &gamma).iter().fold(0.0, |m: f64, x| m.max(x.abs()));
                assert!(worst < 1e-12, "order {order}: {worst:e}");
            }
            for (row, time) in A.iter().zip(&tableau.times) {
                assert!((row.iter().sum::<f64>() - time).abs() < 1e-12);
            }
        }
    }

    /// As published beside the coefficients.
    #[test]
    fn weights_of_derivatives_by_time_are_those_of_the_method() {
        let published = [
            0.25,
            -0.25,
            -0.062353072468327386,
            -0.24498696841659628,
            -0.3146820705324951,
            -0.16763676372651826,
            0.10469903956242915,
            0.0,
            0.0,
        ];
        for (found, expected) in Tableau::order_4().lags.iter().zip(published) {
            // Coefficients of up to 60 have 16 digits.
            assert!((found - expected).abs() < 1e-12, "{found} {expected}");
        }
    }

    #[test]
    fn the_embedded_method_is_not_of_the_order_of_the_result() {
        for (tableau, order) in [(Tableau::order_4(), 4), (Tableau::order_3(), 3)] {
            let (A, gamma, [_, other]) = usual_form(&tableau);
            let worst = residuals(order, &other, &A, &gamma).iter().fold(0.0, |m: f64, x| m.max(x.abs()));
            assert!(worst > 1e-4, "an error estimate of order {order} would see nothing: {worst:e}");
        }
    }
}
