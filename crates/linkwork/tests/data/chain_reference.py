"""Accelerations of a spatial chain in 50 digits, for tests/extended_precision.rs.

Bodies of 1 kg with unit inertia, joint to joint (0, -2, 0), joint to centre of mass (0, -1, 0), axes alternately z and x, gravity
(0, -9.81, 0). Angles and rates are short binary fractions, so that the test has the very same ones. Articulated-body
recursion [Featherstone, "Rigid Body Dynamics Algorithms", 2008, table 7.1], all quantities about the world's origin: with 50 digits no
care is needed.

    python3 chain_reference.py 1000 > chain_accelerations.txt        (needs mpmath)
"""
import sys
from mpmath import mp, mpf, cos, sin, matrix

mp.dps = 50
N = int(sys.argv[1])


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def rotate(R, v):
    return [sum(R[i][k] * v[k] for k in range(3)) for i in range(3)]


def multiply(A, B):
    return [[sum(A[i][k] * B[k][j] for k in range(3)) for j in range(3)] for i in range(3)]


def motion_cross(v, m):  # (angular, linear)
    w, o = v[:3], v[3:]
    return cross(w, m[:3]) + [a + b for a, b in zip(cross(w, m[3:]), cross(o, m[:3]))]


def force_cross(v, f):
    w, o = v[:3], v[3:]
    return [a + b for a, b in zip(cross(w, f[:3]), cross(o, f[3:]))] + cross(w, f[3:])


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def times(I, v):
    return [dot(row, v) for row in I]


zero, one = mpf(0), mpf(1)
q = [mpf((37 * i) % 101 - 50) / 128 for i in range(N)]
u = [mpf((53 * i) % 97 - 48) / 256 for i in range(N)]
R, point, v = [[one, zero, zero], [zero, one, zero], [zero, zero, one]], [zero] * 3, [zero] * 6
S, bias, inertia, wrench = [], [], [], []
gravity = [zero, -mpf(9.81), zero]
for i in range(N):
    axis = [zero, zero, one] if i % 2 == 0 else [one, zero, zero]
    z = rotate(R, axis)
    s = z + cross(point, z)
    v_joint = [u[i] * x for x in s]
    v = [a + b for a, b in zip(v, v_joint)]
    bias.append(motion_cross(v, v_joint))
    c, d = cos(q[i]), sin(q[i])
    turn = [[c, -d, zero], [d, c, zero], [zero, zero, one]] if i % 2 == 0 else [[one, zero, zero], [zero, c, -d], [zero, d, c]]
    R = multiply(R, turn)
    centre = [a + b for a, b in zip(point, rotate(R, [zero, -one, zero]))]
    point = [a + b for a, b in zip(point, rotate(R, [zero, -2 * one, zero]))]
    x, y, w = centre
    C = [[zero, -w, y], [w, zero, -x], [-y, x, zero]]
    CC = multiply(C, [[C[b][a] for b in range(3)] for a in range(3)])
    I = [[(one if a == b else zero) + CC[a][b] for b in range(3)] + [C[a][b] for b in range(3)] for a in range(3)]
    I += [[C[b][a] for b in range(3)] + [(one if a == b else zero) for b in range(3)] for a in range(3)]
    inertia.append(I)
    weight = cross(centre, gravity) + gravity
    wrench.append([a - b for a, b in zip(force_cross(v, times(I, v)), weight)])
    S.append(s)
U, D, load = [None] * N, [None] * N, [None] * N
for i in reversed(range(N)):
    U[i] = times(inertia[i], S[i])
    D[i] = dot(S[i], U[i])
    load[i] = -dot(S[i], wrench[i])
    if i:
        I = [[inertia[i][a][b] - U[i][a] * U[i][b] / D[i] for b in range(6)] for a in range(6)]
        p = [a + b + c * load[i] / D[i] for a, b, c in zip(wrench[i], times(I, bias[i]), U[i])]
        for a in range(6):
            wrench[i - 1][a] += p[a]
            for b in range(6):
                inertia[i - 1][a][b] += I[a][b]
a = [zero] * 6
print(f"# joint accelerations of {N} bodies; made by chain_reference.py")
for i in range(N):
    a = [x + y for x, y in zip(a, bias[i])]
    rate = (load[i] - dot(U[i], a)) / D[i]
    a = [x + rate * y for x, y in zip(a, S[i])]
    print(mp.nstr(rate, 20))
