"""Stiff models and contacts beside other codes, on the same machine in the same run.

Two stiff models beside Exudyn's generalized-alpha method: an engine on its mount and a beam of bodies and bushings.
Two scenes with contacts beside MuJoCo: a stack of boxes, and spheres in a box. Needs this package, Exudyn and MuJoCo:

    pip install . exudyn mujoco
    python scripts/side_by_side.py [engine] [beam] [stack] [spheres]

The number of spheres may be given: `spheres=1000`.

Times are those of the solvers, without building the models; the shortest of several runs. Errors of stiff models are
the largest difference of one coordinate from a run at a tolerance of 1e-9, relative to the largest displacement.
"""

import sys
import time
import warnings

import exudyn
import linkwork as lw
import mujoco
import numpy as np
from exudyn.utilities import RigidBodyInertia, SensorBody

warnings.simplefilter("ignore")
GRAVITY = [0, 0, -9.81]
ROWS = 100
REPEATS = 5


def bushings(name, bodies, elements):
    """The same bodies and bushings for both: a model of this package, and a function that makes one of Exudyn.

    Bodies are (name, mass, inertia, position), elements (bodies, point, stiffness, damping).
    """
    model = lw.Model(name, gravity=GRAVITY)
    for label, mass, inertia, position in bodies:
        model.body(label, mass=mass, inertia=list(inertia), position=list(position))
    for k, (ends, point, stiffness, damping) in enumerate(elements):
        frame = {"axis": [0, 0, 1], "normal": [1, 0, 0]}
        model.bushing(f"s{k}", ends, point=point, stiffness=stiffness, damping=damping, **frame)

    def make():
        system = exudyn.SystemContainer().AddSystem()
        numbers, places = {"ground": system.CreateGround()}, {"ground": np.zeros(3)}
        for label, mass, inertia, position in bodies:
            numbers[label] = system.CreateRigidBody(
                inertia=RigidBodyInertia(mass, np.diag(inertia)), referencePosition=list(position), gravity=GRAVITY
            )
            places[label] = np.array(position)
        for ends, point, stiffness, damping in elements:
            system.CreateRigidBodySpringDamper(
                bodyNumbers=[numbers[end] for end in ends],
                localPosition0=list(point - places[ends[0]]),
                localPosition1=list(point - places[ends[1]]),
                stiffness=np.diag(stiffness),
                damping=np.diag(damping),
            )
        return system, numbers

    return model, make


def engine():
    """200 kg, bolted by 1e9 N/m to a bracket of 50 g on a rubber mount; half a second."""
    bodies = [("bracket", 0.05, [1e-5] * 3, [0, 0, 0.05]), ("engine", 200, [8, 10, 12], [0, 0, 0.3])]
    rubber = ([2e5, 2e5, 3e5, 1e3, 1e3, 1e3], [2e2, 2e2, 3e2, 1e1, 1e1, 1e1])
    steel = ([1e9] * 3 + [1e7] * 3, [1e6] * 3 + [1e4] * 3)
    elements = [(["ground", "bracket"], [0, 0, 0], *rubber), (["bracket", "engine"], [0, 0, 0.1], *steel)]
    return *bushings("engine", bodies, elements), "engine", 0.5


def beam(n=40):
    """A cantilever of steel, 1 m long and 20 mm square, falls under its weight; a tenth of a second."""
    length, side, density, elasticity, shear = 1.0, 0.02, 7850.0, 2.1e11, 8e10
    piece, area, moment = length / n, side**2, side**4 / 12
    mass = density * area * piece
    inertia = [mass * side**2 / 6] + [mass * (side**2 + piece**2) / 12] * 2
    bodies = [(f"b{k}", mass, inertia, [(k + 0.5) * piece, 0, 0]) for k in range(n)]
    elements = []
    for k in range(n):
        bending = elasticity * moment / (piece if k else 0.5 * piece)
        along, across = elasticity * area / piece, shear * area / piece
        stiffness = [along, across, across, 2 * shear * moment / piece, bending, bending]
        ends = [f"b{k - 1}" if k else "ground", f"b{k}"]
        elements.append((ends, [k * piece, 0, 0], stiffness, [1e-6 * s for s in stiffness]))
    return *bushings("beam", bodies, elements), f"b{n - 1}", 0.1


def run_own(model, body, end, tolerance, repeats=REPEATS):
    """Heights of the body, seconds, evaluations."""
    seconds = []
    for _ in range(repeats):
        result = model.run(
            end=end, output_step=end / ROWS, integrator="rosenbrock", rtol=tolerance, atol=tolerance, progress=False
        )
        seconds.append(result.summary["wall_seconds"])
    return np.array(result[f"{body}.z"]), min(seconds), result.summary["evaluations"]


def run_exudyn(make, body, end, steps, repeats=REPEATS):
    """Heights of the body, and seconds."""
    seconds = []
    for _ in range(repeats):
        system, numbers = make()
        position = exudyn.OutputVariableType.Position
        sensor = system.AddSensor(SensorBody(bodyNumber=numbers[body], storeInternal=True, outputVariableType=position))
        system.Assemble()
        settings = exudyn.SimulationSettings()
        settings.timeIntegration.numberOfSteps, settings.timeIntegration.endTime = steps, end
        settings.timeIntegration.verboseMode = 0
        # Its fastest choice here; with the usual 1e-8 round-off in stiff forces keeps its iteration from ending.
        settings.timeIntegration.newton.useModifiedNewton = True
        settings.timeIntegration.newton.relativeTolerance = 1e-5
        settings.timeIntegration.generalizedAlpha.spectralRadius = 0.8
        settings.solutionSettings.writeSolutionToFile = False
        settings.solutionSettings.sensorsWritePeriod = end / ROWS
        settings.linearSolverType = exudyn.LinearSolverType.EigenSparse
        start = time.perf_counter()
        system.SolveDynamic(settings, solverType=exudyn.DynamicSolverType.GeneralizedAlpha)
        seconds.append(time.perf_counter() - start)
    return system.GetSensorStoredData(sensor)[:, 3], min(seconds)


def compare_stiff(name, case):
    """Time over error for both codes, and the ratio of times at equal errors."""
    model, make, body, end = case
    reference, _, _ = run_own(model, body, end, 1e-9, 1)
    size = np.abs(reference - reference[0]).max()
    own = []
    print(f"\n{name}: {body}.z over {end} s")
    for tolerance in (1e-3, 1e-4, 1e-5, 1e-6, 1e-7):
        heights, seconds, evaluations = run_own(model, body, end, tolerance)
        own.append((np.abs(heights - reference).max() / size, seconds))
        said = f"error {own[-1][0]:.1e}, {1e3 * seconds:9.2f} ms, {evaluations} evaluations"
        print(f"  linkwork, tolerance {tolerance:.0e}: {said}")
    others = []
    for steps in (100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000):
        heights, seconds = run_exudyn(make, body, end, steps, 3)
        if len(heights) != len(reference) or not np.isfinite(heights).all():
            print(f"  exudyn, {steps} steps: did not finish")
            continue
        others.append((np.abs(heights - reference).max() / size, seconds))
        print(f"  exudyn, {steps} steps: error {others[-1][0]:.1e}, {1e3 * seconds:9.2f} ms")
        if seconds > 20:
            break
    for error in (1e-2, 1e-3, 1e-4, 1e-5):
        best = [min((s for e, s in runs if e <= error), default=None) for runs in (own, others)]
        if None not in best:
            times = " beside ".join(f"{1e3 * seconds:.2f} ms" for seconds in best)
            print(f"  error below {error:.0e}: {times}, {best[1] / best[0]:.1f} times")


def stack(n=10):
    """Boxes of 0.1 m on one another, each let go 2 mm above the next."""
    side, mass = 0.1, 1.0
    inertia = [mass * side**2 / 6] * 3
    places = [[0, 0, 0.5 * side + k * (side + 0.002) + 0.002] for k in range(n)]
    model = lw.Model("stack", gravity=GRAVITY, ground={"shapes": [{"kind": "plane", "normal": [0, 0, 1]}]})
    for k, place in enumerate(places):
        model.body(f"b{k}", mass=mass, inertia=inertia, position=place, shapes=[{"kind": "box", "size": [side] * 3}])
    model.contact("touch", between="all", stiffness=1e7, restitution=0.1, friction={"dynamic": 0.5}, columns=True)
    size = f"{side / 2} {side / 2} {side / 2}"
    return model, [("box", size, place) for place in places], '<geom type="plane" size="5 5 1"/>', 1.0, deepest_told


def spheres(n=100):
    """Spheres of 50 mm fall into a box, about as high as it is wide."""
    radius, density = 0.05, 1000.0
    mass = density * 4 / 3 * np.pi * radius**3
    rng = np.random.default_rng(1)
    side = max(5, round(n ** (1 / 3)))
    places = []
    for k in range(n):
        cell = np.array([k % side, k // side % side, k // side**2])
        shift = cell[:2] - (side - 1) / 2
        places.append([*shift * 0.12 + rng.uniform(-0.005, 0.005, 2), 0.1 + 0.12 * cell[2]])
    half = 0.06 * side + 0.02
    walls = [([0, 0, 0], [0, 0, 1])]
    for sign in (1, -1):
        walls += [([-sign * half, 0, 0], [sign, 0, 0]), ([0, -sign * half, 0], [0, sign, 0])]
    planes = [{"kind": "plane", "position": point, "normal": normal} for point, normal in walls]
    model = lw.Model("spheres", gravity=GRAVITY, ground={"shapes": planes})
    for k, place in enumerate(places):
        shape = {"kind": "sphere", "radius": radius}
        inertia = [0.4 * mass * radius**2] * 3
        model.body(f"b{k}", mass=mass, inertia=inertia, position=list(map(float, place)), shapes=[shape])
    model.contact("touch", between="all", stiffness=1e6, restitution=0.3, friction={"dynamic": 0.3})
    planes = ""
    for point, normal in walls:
        z = np.array(normal, float)
        place, axis = " ".join(map(str, point)), " ".join(map(str, z))
        planes += f'<geom type="plane" size="5 5 1" pos="{place}" zaxis="{axis}"/>'

    def deepest_of(result):
        """The deepest penetration of spheres and walls in any row."""
        rows = np.array([[result[f"b{k}.{axis}"] for axis in "xyz"] for k in range(n)])
        depth = 0.0
        for row in np.moveaxis(rows, 2, 0):
            depth = max(depth, *(radius - np.min((row - point) @ np.array(normal)) for point, normal in walls))
            for k in range(n - 1):
                depth = max(depth, 2 * radius - np.min(np.linalg.norm(row[k + 1 :] - row[k], axis=1)))
        return depth

    return model, [("sphere", f"{radius}", place) for place in places], planes, 0.5, deepest_of


def deepest_told(result):
    """The deepest penetration in any row, as columns tell it."""
    return max(np.max(result[column]) for column in result.columns if column.endswith(".depth"))


def deepest(data):
    """The deepest penetration of all contacts now."""
    return max((-data.contact.dist).max(initial=0.0), 0.0)


def run_mujoco(solids, ground, end, step):
    """Seconds, and the deepest penetration at any step."""
    mass = 1.0 if solids[0][0] == "box" else 1000.0 * 4 / 3 * np.pi * float(solids[0][1]) ** 3
    bodies = "".join(
        f'<body pos="{p[0]} {p[1]} {p[2]}"><freejoint/><geom type="{kind}" size="{size}" mass="{mass}"/></body>'
        for kind, size, p in solids
    )
    # Contacts as stiff as the step allows.
    geometry = f'<geom friction="0.5 0.005 0.0001" solref="{max(2 * step, 1e-4)} 1"/>'
    text = f"""<mujoco><option timestep="{step}" integrator="implicitfast"/><default>{geometry}</default>
        <worldbody>{ground}{bodies}</worldbody></mujoco>"""
    model = mujoco.MjModel.from_xml_string(text)
    data = mujoco.MjData(model)
    depth, seconds = 0.0, 0.0
    for _ in range(round(end / step)):
        start = time.perf_counter()
        mujoco.mj_step(model, data)
        seconds += time.perf_counter() - start
        depth = max(depth, deepest(data))
    return seconds, depth


def compare_contacts(name, case):
    """Time and penetration of both codes."""
    model, solids, ground, end, deepest_of = case
    print(f"\n{name}: {len(solids)} bodies over {end} s")
    for tolerance in (1e-4, 1e-5):
        result = model.run(end=end, output_step=0.01, rtol=tolerance, atol=tolerance, progress=False)
        seconds, balance = result.summary["wall_seconds"], result.summary["energy_balance"]
        said = f"penetration {1e3 * deepest_of(result):.4f} mm, energy balance {balance:.1e}, {result.summary['steps']} steps"
        print(f"  linkwork, tolerance {tolerance:.0e}: {seconds:.3f} s, {said}")
    for step in (5e-3, 2e-3, 1e-3, 2e-4, 5e-5):
        seconds, depth = run_mujoco(solids, ground, end, step)
        print(f"  mujoco, step {step:.0e}: {seconds:.3f} s, penetration {1e3 * depth:.4f} mm")


CASES = {"engine": engine, "beam": beam, "stack": stack, "spheres": spheres}

if __name__ == "__main__":
    for wanted in sys.argv[1:] or CASES:
        name, _, number = wanted.partition("=")
        compare = compare_stiff if name in ("engine", "beam") else compare_contacts
        compare(name, CASES[name](*[int(number)] if number else []))
