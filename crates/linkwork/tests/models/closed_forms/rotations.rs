//! The little of vectors and rotations that the expected motions need, written apart from the engine's own.

pub type Vector = [f64; 3];
/// Columns are the images of the axes.
pub type Matrix = [Vector; 3];

pub fn dot(a: Vector, b: Vector) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub fn cross(a: Vector, b: Vector) -> Vector {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

pub fn combine(s: f64, a: Vector, t: f64, b: Vector) -> Vector {
    std::array::from_fn(|k| s * a[k] + t * b[k])
}

pub fn norm(a: Vector) -> f64 {
    dot(a, a).sqrt()
}

/// Turns a vector by an angle about a unit axis (Rodrigues).
pub fn turn(axis: Vector, angle: f64, v: Vector) -> Vector {
    let (s, c) = angle.sin_cos();
    let along = (1.0 - c) * dot(axis, v);
    let side = cross(axis, v);
    std::array::from_fn(|k| c * v[k] + s * side[k] + along * axis[k])
}

/// The matrix of a quaternion [w, x, y, z].
pub fn matrix([w, x, y, z]: [f64; 4]) -> Matrix {
    [
        [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + w * z), 2.0 * (x * z - w * y)],
        [2.0 * (x * y - w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z + w * x)],
        [2.0 * (x * z + w * y), 2.0 * (y * z - w * x), 1.0 - 2.0 * (x * x + y * y)],
    ]
}

/// Components of a world vector in body axes.
pub fn to_body(rotation: &Matrix, v: Vector) -> Vector {
    rotation.map(|axis| dot(axis, v))
}

/// Angular momentum about the centre of mass, world axes, for a diagonal inertia.
pub fn spin(rotation: &Matrix, inertia: Vector, w: Vector) -> Vector {
    let in_body = to_body(rotation, w);
    let l: Vector = std::array::from_fn(|k| inertia[k] * in_body[k]);
    std::array::from_fn(|i| (0..3).map(|k| rotation[k][i] * l[k]).sum())
}
