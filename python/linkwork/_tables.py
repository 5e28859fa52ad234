"""Everything a model file can say, as methods; and the settings of a run.

Made by ``python -m linkwork._generate`` from the schema of model files (``linkwork schema``): do not edit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypedDict, Union

import numpy.typing as npt

Number = Union[float, str]
"""A number, a quantity with a unit such as ``"40 mm"``, or an expression of parameters."""
Numbers = Union[Sequence[Union[float, str]], npt.NDArray[Any]]
"""Several of them."""


class Curve(TypedDict, total=False):
    """A table `curve` inside of another one."""

    closed: bool
    points: Sequence[Numbers]
    radius: Number


class Frame(TypedDict, total=False):
    """A table `frame` inside of another one."""

    axis: Numbers
    normal: Numbers
    point: Numbers


class Friction(TypedDict, total=False):
    """A table `friction` inside of another one."""

    coefficient: Number
    coulomb: Number
    length: Number
    radius: Number
    speed: Number
    static: Number
    static_coefficient: Number
    viscous: Number


class Ground(TypedDict, total=False):
    """A table `ground` inside of another one."""

    shapes: Sequence[Shape]


class Limits(TypedDict, total=False):
    """A table `limits` inside of another one."""

    damping: Number
    lower: Number
    stiffness: Number
    upper: Number


class Plane(TypedDict, total=False):
    """A table `plane` inside of another one."""

    normal: Numbers
    point: Numbers


Shape = Mapping[str, Any]


class Sliding(TypedDict, total=False):
    """A table `sliding` inside of another one."""

    dynamic: Number
    speed: Number
    static: Number


class Settings(TypedDict, total=False):
    """Settings of a run, as of the command line with ``_`` for ``-``. What is left out is the model's."""

    formulation: str
    solver: str
    preconditioner: str
    relaxation: str
    start: str
    integrator: str
    stabilization: str
    order: str
    split: str
    cut: str
    multiscale: str
    stiffness: Union[float, str]
    end: float
    output_step: float
    step: float
    assembly_tolerance: float
    rtol: float
    atol: float
    adams_order: int
    baumgarte_rate: Union[float, str]
    threads: Union[int, str]
    parts: Union[int, str]
    smallest_part: Union[int, str]
    cyclic_limit: Union[int, str]
    specialize: str


class Tables:
    """A model as it is written: a document of tables, to which methods add."""

    _document: dict[str, Any]

    def _add(self, table: str, entry: dict[str, Any]) -> str:
        raise NotImplementedError

    def _set(self, key: str, entry: dict[str, Any]) -> None:
        raise NotImplementedError

    def __init__(
        self,
        name: str = "model",
        *,
        space: Literal["spatial", "planar"] | None = None,
        gravity: Numbers | None = None,
        ground: Ground | None = None,
        parameters: Mapping[str, Number] | None = None,
        units: Mapping[str, str] | None = None,
    ) -> None:
        """An empty model.

        Args:
            name: Name of the model; appears in results. Default: model.
            space: spatial (default), or planar: motion in the x-y plane, rotation about z.
            gravity: Acceleration of free fall in world axes, m/s². Default: none. With a unit: "9.81
                m/s^2".
            ground: The body that does not move: its shapes, which others touch.
            parameters: Named values: numbers, quantities with a unit such as "40 mm", or expressions of
                other parameters.
            units: Units of plain numbers: length, mass, time, force, angle. Default: SI and radians.
        """
        self._document = {}
        given: dict[str, Any] = {
            "name": name,
            "space": space,
            "gravity": gravity,
            "ground": ground,
            "parameters": parameters,
            "units": units,
        }
        for key, value in given.items():
            if value is not None:
                self._set(key, value)

    def settings(
        self,
        *,
        assembly_tolerance: Number | None = None,
        atol: Number | None = None,
        end: Number | None = None,
        formulation: Literal["auto", "cartesian", "recursive", "natural", "multiscale"] | None = None,
        integrator: Literal["auto", "dopri5", "rk4", "adams", "adams-bashforth", "rosenbrock", "rosenbrock3"]
        | None = None,
        output_step: Number | None = None,
        rtol: Number | None = None,
        solver: Literal["auto", "elimination", "cyclic", "pcg", "relaxation", "qr", "dense"] | None = None,
        stabilization: Literal["auto", "partitioning", "projection", "baumgarte", "none"] | None = None,
        step: Number | None = None,
        stop: Number | None = None,
    ) -> None:
        """Wishes for runs that are kept with the model: its table ``[simulation]``.

        Args:
            assembly_tolerance: By how much redundant joints may miss one another, relative to the
                mechanism's size. Default: 1e-4.
            atol: Absolute tolerance of dopri5. Default: 1e-10.
            end: End time, s; 0 evaluates the initial state only. Default: 5. With a unit: "20 ms".
            formulation: Coordinates and equations. Default: auto.
            integrator: Method in time. Default: auto.
            output_step: Time between rows of the results, s. Default: 0.01. With a unit: "20 ms".
            rtol: Relative tolerance of dopri5. Default: 1e-8.
            solver: Solver of the reduced system. Default: auto.
            stabilization: How joints are kept closed. Default: auto.
            step: Largest step of rk4, adams and adams-bashforth, s. Default: 0.001. With a unit: "20 ms".
            stop: Condition, such as slider.x > 0.5, that ends the run as soon as it holds. Default: none.
        """
        given: dict[str, Any] = {
            "assembly_tolerance": assembly_tolerance,
            "atol": atol,
            "end": end,
            "formulation": formulation,
            "integrator": integrator,
            "output_step": output_step,
            "rtol": rtol,
            "solver": solver,
            "stabilization": stabilization,
            "step": step,
            "stop": stop,
        }
        self._set("simulation", {key: value for key, value in given.items() if value is not None})

    def body(
        self,
        name: str,
        *,
        angle: Number | None = None,
        angular_velocity: Union[Number, Numbers] | None = None,
        center: Numbers | None = None,
        density: Number | None = None,
        inertia: Union[Number, Numbers] | None = None,
        mass: Number | None = None,
        orientation: Numbers | None = None,
        position: Numbers | None = None,
        shapes: Sequence[Shape] | None = None,
        velocity: Numbers | None = None,
    ) -> str:
        """A body. Returns its name.

        Args:
            name: Unique among bodies; not "ground". Becomes part of the names of columns.
            angle: Rotation about z, rad; planar models only. Default: 0. With a unit: "30 deg".
            angular_velocity: In world axes, rad/s; planar: one number. Default: zero. With a unit: "3
                rad/s".
            center: Centre of mass in body axes, m; then position, points and shapes are measured from the
                body's own origin. With a unit: "12 mm".
            density: kg/m³: mass, inertia and centre are those of the shapes, filled with it. With a unit:
                "7850 kg/m^3".
            inertia: About the centre of mass in body axes, kg·m²: [xx, yy, zz] or [xx, yy, zz, xy, xz, yz];
                planar: one number, about z. With a unit: "0.02 kg*m^2".
            mass: kg, zero or positive. With a unit: "2 kg".
            orientation: Unit quaternion [w, x, y, z], body to world; spatial models only. Default:
                identity.
            position: Of the centre of mass, world, m. Default: where joints with frames place it, or the
                origin. With a unit: "12 mm".
            shapes: What is drawn, and what contacts touch. Default: a shape through the joints.
            velocity: Of the centre of mass in the world, m/s. Default: zero. With a unit: "2 m/s".
        """
        given: dict[str, Any] = {
            "name": name,
            "angle": angle,
            "angular_velocity": angular_velocity,
            "center": center,
            "density": density,
            "inertia": inertia,
            "mass": mass,
            "orientation": orientation,
            "position": position,
            "shapes": shapes,
            "velocity": velocity,
        }
        return self._add("bodies", given)

    def contact(
        self,
        name: str | None = None,
        *,
        between: Union[Literal["all"], Sequence[Union[str, Sequence[str]]]],
        stiffness: Number,
        columns: bool | None = None,
        damping: Number | None = None,
        damping_depth: Number | None = None,
        exponent: Number | None = None,
        first: Sequence[Shape] | None = None,
        friction: Sliding | None = None,
        restitution: Number | None = None,
        restitution_speed: Number | None = None,
        rolling: Number | None = None,
        second: Sequence[Shape] | None = None,
    ) -> str:
        """A contact. Returns its name.

        Args:
            name: Unique among bodies, joints and forces. Default: contact1, contact2, … by place in the
                list.
            between: Two bodies, two lists of bodies, or "all": every two bodies with shapes that no joint
                connects.
            stiffness: k in N/m^n: the load at depth p is k p^n. Always in SI units.
            columns: Whether results have columns of it. Default: up to 50 pairs have.
            damping: N·s/m: load by the rate of the depth. Default: 0. Not together with restitution. With a
                unit: "50 N*s/m".
            damping_depth: Depth from which damping acts fully, m. Default: 1e-4. With a unit: "12 mm".
            exponent: n, one or larger. Default: 1.5.
            first: Shapes of the first body for this contact. Default: those of the body.
            friction: Friction along the surfaces. Default: none.
            restitution: Speed after an impact by that before, 0 to 1. Default: 1 where there is no damping.
            restitution_speed: Impacts that are not much faster than this lose less, m/s. Default: 0.01.
                With a unit: "2 m/s".
            rolling: Arm of the torque against rolling, m; needs friction. Default: 0. With a unit: "12 mm".
            second: Shapes of the second body for this contact. Default: those of the body.
        """
        given: dict[str, Any] = {
            "name": name,
            "between": between,
            "stiffness": stiffness,
            "columns": columns,
            "damping": damping,
            "damping_depth": damping_depth,
            "exponent": exponent,
            "first": first,
            "friction": friction,
            "restitution": restitution,
            "restitution_speed": restitution_speed,
            "rolling": rolling,
            "second": second,
        }
        return self._add("contacts", given)

    def curve(
        self,
        name: str,
        *,
        columns: Sequence[str] | None = None,
        file: str | None = None,
        interpolation: Literal["linear", "cubic", "monotone"] | None = None,
        outside: Literal["hold", "extend", "repeat", "fault"] | None = None,
        points: Sequence[Numbers] | None = None,
    ) -> str:
        """A curve. Returns its name.

        Args:
            name: Its name as a function in expressions; unique among signals, states, inputs and curves.
            columns: Names of the columns of x and y. Default: the only two.
            file: CSV file beside the model, instead of points; its first line names the columns.
            interpolation: Between points: linear (default), cubic (continuous second derivative) or
                monotone.
            outside: Beyond the points: hold (default) the last value, extend the tangent, repeat, or fault.
            points: Pairs [x, y], two or more, with ascending x.
        """
        given: dict[str, Any] = {
            "name": name,
            "columns": columns,
            "file": file,
            "interpolation": interpolation,
            "outside": outside,
            "points": points,
        }
        return self._add("curves", given)

    def spring(
        self,
        name: str | None = None,
        bodies: Sequence[str] | None = None,
        *,
        acts: Literal["both", "push", "pull"] | None = None,
        damping: Union[Number, Numbers, str] | None = None,
        first: Union[Numbers, Frame] | None = None,
        force: Number | None = None,
        length: Number | None = None,
        second: Union[Numbers, Frame] | None = None,
        stiffness: Union[Number, Numbers, str] | None = None,
    ) -> str:
        """A `spring` force. Returns its name.

        Args:
            name: For messages. Default: force1, force2, … by place in the list.
            bodies: First and second body of a spring or bushing.
            acts: Whether a spring acts both ways (default), or can only push or only pull.
            damping: N·s/m or N·m·s/rad; of a bushing six numbers (planar three); of a spring also a curve.
                Default: zero. With a unit: "50 N*s/m".
            first: Point of a spring, or frame of a bushing, on the first body in its own axes. With a unit:
                "12 mm".
            force: Of a spring with an actuator, N: a number or an expression; positive pushes apart. With a
                unit: "2 kN".
            length: Free length of a spring, m. Default: that of the file. With a unit: "12 mm".
            second: Point of a spring, or frame of a bushing, on the second body in its own axes. With a
                unit: "12 mm".
            stiffness: N/m or N·m/rad; of a bushing six numbers, along and about x, y, z (planar three); of
                a spring also a curve. With a unit: "2 kN/mm".
        """
        given: dict[str, Any] = {
            "name": name,
            "type": "spring",
            "bodies": bodies,
            "acts": acts,
            "damping": damping,
            "first": first,
            "force": force,
            "length": length,
            "second": second,
            "stiffness": stiffness,
        }
        return self._add("forces", given)

    def torsion(
        self,
        name: str | None = None,
        *,
        angle: Number | None = None,
        damping: Union[Number, Numbers, str] | None = None,
        joint: str | None = None,
        stiffness: Union[Number, Numbers, str] | None = None,
        torque: Number | None = None,
    ) -> str:
        """A `torsion` force. Returns its name.

        Args:
            name: For messages. Default: force1, force2, … by place in the list.
            angle: Free angle of a torsion spring, rad. Default: 0. With a unit: "30 deg".
            damping: N·s/m or N·m·s/rad; of a bushing six numbers (planar three); of a spring also a curve.
                Default: zero. With a unit: "50 N*s/m".
            joint: The joint which a torsion spring turns or an actuator drives.
            stiffness: N/m or N·m/rad; of a bushing six numbers, along and about x, y, z (planar three); of
                a spring also a curve. With a unit: "2 kN/mm".
            torque: Of a torsion spring with a motor, N·m: a number or an expression. With a unit: "3 N*m".
        """
        given: dict[str, Any] = {
            "name": name,
            "type": "torsion",
            "angle": angle,
            "damping": damping,
            "joint": joint,
            "stiffness": stiffness,
            "torque": torque,
        }
        return self._add("forces", given)

    def force(
        self,
        name: str | None = None,
        *,
        body: str | None = None,
        frame: Literal["world", "body"] | None = None,
        point: Numbers | None = None,
        value: Union[Number, Numbers] | None = None,
    ) -> str:
        """A `force` force. Returns its name.

        Args:
            name: For messages. Default: force1, force2, … by place in the list.
            body: The body acted upon by a force, torque, plane_spring or drag.
            frame: Axes of value: world (default) or body.
            point: Of a force, plane_spring or drag in body axes, of a bushing in the world, m. With a unit:
                "12 mm".
            value: Components of a force (N) or torque (N·m): numbers or expressions; a planar torque is
                one. With a unit: "2 kN".
        """
        given: dict[str, Any] = {
            "name": name,
            "type": "force",
            "body": body,
            "frame": frame,
            "point": point,
            "value": value,
        }
        return self._add("forces", given)

    def torque(
        self,
        name: str | None = None,
        *,
        body: str | None = None,
        frame: Literal["world", "body"] | None = None,
        value: Union[Number, Numbers] | None = None,
    ) -> str:
        """A `torque` force. Returns its name.

        Args:
            name: For messages. Default: force1, force2, … by place in the list.
            body: The body acted upon by a force, torque, plane_spring or drag.
            frame: Axes of value: world (default) or body.
            value: Components of a force (N) or torque (N·m): numbers or expressions; a planar torque is
                one. With a unit: "2 kN".
        """
        given: dict[str, Any] = {
            "name": name,
            "type": "torque",
            "body": body,
            "frame": frame,
            "value": value,
        }
        return self._add("forces", given)

    def bushing(
        self,
        name: str | None = None,
        bodies: Sequence[str] | None = None,
        *,
        axis: Numbers | None = None,
        damping: Union[Number, Numbers, str] | None = None,
        first: Union[Numbers, Frame] | None = None,
        normal: Numbers | None = None,
        point: Numbers | None = None,
        second: Union[Numbers, Frame] | None = None,
        stiffness: Union[Number, Numbers, str] | None = None,
    ) -> str:
        """A `bushing` force. Returns its name.

        Args:
            name: For messages. Default: force1, force2, … by place in the list.
            bodies: First and second body of a spring or bushing.
            axis: z of a bushing's frame, in the world. Default: world z.
            damping: N·s/m or N·m·s/rad; of a bushing six numbers (planar three); of a spring also a curve.
                Default: zero. With a unit: "50 N*s/m".
            first: Point of a spring, or frame of a bushing, on the first body in its own axes. With a unit:
                "12 mm".
            normal: x of a bushing's frame, in the world. Default: world x.
            point: Of a force, plane_spring or drag in body axes, of a bushing in the world, m. With a unit:
                "12 mm".
            second: Point of a spring, or frame of a bushing, on the second body in its own axes. With a
                unit: "12 mm".
            stiffness: N/m or N·m/rad; of a bushing six numbers, along and about x, y, z (planar three); of
                a spring also a curve. With a unit: "2 kN/mm".
        """
        given: dict[str, Any] = {
            "name": name,
            "type": "bushing",
            "bodies": bodies,
            "axis": axis,
            "damping": damping,
            "first": first,
            "normal": normal,
            "point": point,
            "second": second,
            "stiffness": stiffness,
        }
        return self._add("forces", given)

    def plane_spring(
        self,
        name: str | None = None,
        *,
        body: str | None = None,
        damping: Union[Number, Numbers, str] | None = None,
        plane: Plane | None = None,
        point: Numbers | None = None,
        stiffness: Union[Number, Numbers, str] | None = None,
        unilateral: bool | None = None,
    ) -> str:
        """A `plane_spring` force. Returns its name.

        Args:
            name: For messages. Default: force1, force2, … by place in the list.
            body: The body acted upon by a force, torque, plane_spring or drag.
            damping: N·s/m or N·m·s/rad; of a bushing six numbers (planar three); of a spring also a curve.
                Default: zero. With a unit: "50 N*s/m".
            plane: Plane of a plane_spring, in the world.
            point: Of a force, plane_spring or drag in body axes, of a bushing in the world, m. With a unit:
                "12 mm".
            stiffness: N/m or N·m/rad; of a bushing six numbers, along and about x, y, z (planar three); of
                a spring also a curve. With a unit: "2 kN/mm".
            unilateral: Whether a plane_spring only pushes. Default: true.
        """
        given: dict[str, Any] = {
            "name": name,
            "type": "plane_spring",
            "body": body,
            "damping": damping,
            "plane": plane,
            "point": point,
            "stiffness": stiffness,
            "unilateral": unilateral,
        }
        return self._add("forces", given)

    def drag(
        self,
        name: str | None = None,
        *,
        body: str | None = None,
        coefficient: Number | None = None,
        point: Numbers | None = None,
    ) -> str:
        """A `drag` force. Returns its name.

        Args:
            name: For messages. Default: force1, force2, … by place in the list.
            body: The body acted upon by a force, torque, plane_spring or drag.
            coefficient: Of a drag, N·s²/m²: the force is −c |v| v. With a unit: "0.5 N*s^2/m^2".
            point: Of a force, plane_spring or drag in body axes, of a bushing in the world, m. With a unit:
                "12 mm".
        """
        given: dict[str, Any] = {
            "name": name,
            "type": "drag",
            "body": body,
            "coefficient": coefficient,
            "point": point,
        }
        return self._add("forces", given)

    def actuator(
        self,
        name: str | None = None,
        *,
        coordinate: str | None = None,
        joint: str | None = None,
        load: Number | None = None,
    ) -> str:
        """A `actuator` force. Returns its name.

        Args:
            name: For messages. Default: force1, force2, … by place in the list.
            coordinate: Which coordinate an actuator drives, of a joint that has two.
            joint: The joint which a torsion spring turns or an actuator drives.
            load: Of an actuator, N or N·m along the coordinate: a number or an expression; positive drives
                it up.
        """
        given: dict[str, Any] = {
            "name": name,
            "type": "actuator",
            "coordinate": coordinate,
            "joint": joint,
            "load": load,
        }
        return self._add("forces", given)

    def input(
        self,
        name: str,
        *,
        value: Number | None = None,
    ) -> str:
        """An input. Returns its name.

        Args:
            name: Its name in expressions; unique among signals, states, inputs and curves.
            value: Its value until it is set while a simulation runs. Default: 0.
        """
        given: dict[str, Any] = {
            "name": name,
            "value": value,
        }
        return self._add("inputs", given)

    def fixed(
        self,
        name: str,
        bodies: Sequence[str],
        *,
        axis: Numbers | None = None,
        first: Union[Numbers, Frame] | None = None,
        normal: Numbers | None = None,
        point: Numbers | None = None,
        second: Union[Numbers, Frame] | None = None,
    ) -> str:
        """A `fixed` joint. Returns its name.

        Args:
            name: Unique among joints. Default: joint1, joint2, … by place in the list.
            bodies: First and second body; "ground" is the fixed one.
            axis: Direction in the world: of rotation, of travel, or normal of a plane.
            first: Frame on the first body in its own axes from its centre of mass (ground: world), instead
                of point and axis.
            normal: Direction perpendicular to the axis that completes the frame, in the world.
            point: Where the joint is, in the world, m; of a distance, its end on the first body. With a
                unit: "12 mm".
            second: Frame on the second body in its own axes from its centre of mass (ground: world).
        """
        given: dict[str, Any] = {
            "name": name,
            "type": "fixed",
            "bodies": bodies,
            "axis": axis,
            "first": first,
            "normal": normal,
            "point": point,
            "second": second,
        }
        return self._add("joints", given)

    def revolute(
        self,
        name: str,
        bodies: Sequence[str],
        *,
        axis: Numbers | None = None,
        first: Union[Numbers, Frame] | None = None,
        friction: Friction | None = None,
        limits: Limits | None = None,
        motion: Number | None = None,
        normal: Numbers | None = None,
        point: Numbers | None = None,
        q: Number | None = None,
        qd: Number | None = None,
        second: Union[Numbers, Frame] | None = None,
    ) -> str:
        """A `revolute` joint. Returns its name.

        Args:
            name: Unique among joints. Default: joint1, joint2, … by place in the list.
            bodies: First and second body; "ground" is the fixed one.
            axis: Direction in the world: of rotation, of travel, or normal of a plane.
            first: Frame on the first body in its own axes from its centre of mass (ground: world), instead
                of point and axis.
            friction: Friction in a joint with one coordinate that is free.
            limits: Stops of a joint with one coordinate that is free.
            motion: Driver: the coordinate (angle, travel or length) as a number or an expression of t and
                curves.
            normal: Direction perpendicular to the axis that completes the frame, in the world.
            point: Where the joint is, in the world, m; of a distance, its end on the first body. With a
                unit: "12 mm".
            q: Wanted initial coordinate, rad or m: bodies are moved accordingly.
            qd: Wanted initial rate of the coordinate, rad/s or m/s.
            second: Frame on the second body in its own axes from its centre of mass (ground: world).
        """
        given: dict[str, Any] = {
            "name": name,
            "type": "revolute",
            "bodies": bodies,
            "axis": axis,
            "first": first,
            "friction": friction,
            "limits": limits,
            "motion": motion,
            "normal": normal,
            "point": point,
            "q": q,
            "qd": qd,
            "second": second,
        }
        return self._add("joints", given)

    def prismatic(
        self,
        name: str,
        bodies: Sequence[str],
        *,
        axis: Numbers | None = None,
        first: Union[Numbers, Frame] | None = None,
        friction: Friction | None = None,
        limits: Limits | None = None,
        motion: Number | None = None,
        normal: Numbers | None = None,
        point: Numbers | None = None,
        q: Number | None = None,
        qd: Number | None = None,
        second: Union[Numbers, Frame] | None = None,
    ) -> str:
        """A `prismatic` joint. Returns its name.

        Args:
            name: Unique among joints. Default: joint1, joint2, … by place in the list.
            bodies: First and second body; "ground" is the fixed one.
            axis: Direction in the world: of rotation, of travel, or normal of a plane.
            first: Frame on the first body in its own axes from its centre of mass (ground: world), instead
                of point and axis.
            friction: Friction in a joint with one coordinate that is free.
            limits: Stops of a joint with one coordinate that is free.
            motion: Driver: the coordinate (angle, travel or length) as a number or an expression of t and
                curves.
            normal: Direction perpendicular to the axis that completes the frame, in the world.
            point: Where the joint is, in the world, m; of a distance, its end on the first body. With a
                unit: "12 mm".
            q: Wanted initial coordinate, rad or m: bodies are moved accordingly.
            qd: Wanted initial rate of the coordinate, rad/s or m/s.
            second: Frame on the second body in its own axes from its centre of mass (ground: world).
        """
        given: dict[str, Any] = {
            "name": name,
            "type": "prismatic",
            "bodies": bodies,
            "axis": axis,
            "first": first,
            "friction": friction,
            "limits": limits,
            "motion": motion,
            "normal": normal,
            "point": point,
            "q": q,
            "qd": qd,
            "second": second,
        }
        return self._add("joints", given)

    def cylindrical(
        self,
        name: str,
        bodies: Sequence[str],
        *,
        axis: Numbers | None = None,
        first: Union[Numbers, Frame] | None = None,
        normal: Numbers | None = None,
        point: Numbers | None = None,
        second: Union[Numbers, Frame] | None = None,
    ) -> str:
        """A `cylindrical` joint. Returns its name.

        Args:
            name: Unique among joints. Default: joint1, joint2, … by place in the list.
            bodies: First and second body; "ground" is the fixed one.
            axis: Direction in the world: of rotation, of travel, or normal of a plane.
            first: Frame on the first body in its own axes from its centre of mass (ground: world), instead
                of point and axis.
            normal: Direction perpendicular to the axis that completes the frame, in the world.
            point: Where the joint is, in the world, m; of a distance, its end on the first body. With a
                unit: "12 mm".
            second: Frame on the second body in its own axes from its centre of mass (ground: world).
        """
        given: dict[str, Any] = {
            "name": name,
            "type": "cylindrical",
            "bodies": bodies,
            "axis": axis,
            "first": first,
            "normal": normal,
            "point": point,
            "second": second,
        }
        return self._add("joints", given)

    def universal(
        self,
        name: str,
        bodies: Sequence[str],
        *,
        axis: Numbers | None = None,
        axis2: Numbers | None = None,
        first: Union[Numbers, Frame] | None = None,
        normal: Numbers | None = None,
        point: Numbers | None = None,
        second: Union[Numbers, Frame] | None = None,
    ) -> str:
        """A `universal` joint. Returns its name.

        Args:
            name: Unique among joints. Default: joint1, joint2, … by place in the list.
            bodies: First and second body; "ground" is the fixed one.
            axis: Direction in the world: of rotation, of travel, or normal of a plane.
            axis2: Direction on the second body, in the world: universal and perpendicular.
            first: Frame on the first body in its own axes from its centre of mass (ground: world), instead
                of point and axis.
            normal: Direction perpendicular to the axis that completes the frame, in the world.
            point: Where the joint is, in the world, m; of a distance, its end on the first body. With a
                unit: "12 mm".
            second: Frame on the second body in its own axes from its centre of mass (ground: world).
        """
        given: dict[str, Any] = {
            "name": name,
            "type": "universal",
            "bodies": bodies,
            "axis": axis,
            "axis2": axis2,
            "first": first,
            "normal": normal,
            "point": point,
            "second": second,
        }
        return self._add("joints", given)

    def spherical(
        self,
        name: str,
        bodies: Sequence[str],
        *,
        first: Union[Numbers, Frame] | None = None,
        point: Numbers | None = None,
        second: Union[Numbers, Frame] | None = None,
    ) -> str:
        """A `spherical` joint. Returns its name.

        Args:
            name: Unique among joints. Default: joint1, joint2, … by place in the list.
            bodies: First and second body; "ground" is the fixed one.
            first: Frame on the first body in its own axes from its centre of mass (ground: world), instead
                of point and axis.
            point: Where the joint is, in the world, m; of a distance, its end on the first body. With a
                unit: "12 mm".
            second: Frame on the second body in its own axes from its centre of mass (ground: world).
        """
        given: dict[str, Any] = {
            "name": name,
            "type": "spherical",
            "bodies": bodies,
            "first": first,
            "point": point,
            "second": second,
        }
        return self._add("joints", given)

    def plane_plane(
        self,
        name: str,
        bodies: Sequence[str],
        *,
        axis: Numbers | None = None,
        first: Union[Numbers, Frame] | None = None,
        normal: Numbers | None = None,
        point: Numbers | None = None,
        second: Union[Numbers, Frame] | None = None,
    ) -> str:
        """A `plane_plane` joint. Returns its name.

        Args:
            name: Unique among joints. Default: joint1, joint2, … by place in the list.
            bodies: First and second body; "ground" is the fixed one.
            axis: Direction in the world: of rotation, of travel, or normal of a plane.
            first: Frame on the first body in its own axes from its centre of mass (ground: world), instead
                of point and axis.
            normal: Direction perpendicular to the axis that completes the frame, in the world.
            point: Where the joint is, in the world, m; of a distance, its end on the first body. With a
                unit: "12 mm".
            second: Frame on the second body in its own axes from its centre of mass (ground: world).
        """
        given: dict[str, Any] = {
            "name": name,
            "type": "plane_plane",
            "bodies": bodies,
            "axis": axis,
            "first": first,
            "normal": normal,
            "point": point,
            "second": second,
        }
        return self._add("joints", given)

    def point_line(
        self,
        name: str,
        bodies: Sequence[str],
        *,
        axis: Numbers | None = None,
        first: Union[Numbers, Frame] | None = None,
        normal: Numbers | None = None,
        point: Numbers | None = None,
        second: Union[Numbers, Frame] | None = None,
    ) -> str:
        """A `point_line` joint. Returns its name.

        Args:
            name: Unique among joints. Default: joint1, joint2, … by place in the list.
            bodies: First and second body; "ground" is the fixed one.
            axis: Direction in the world: of rotation, of travel, or normal of a plane.
            first: Frame on the first body in its own axes from its centre of mass (ground: world), instead
                of point and axis.
            normal: Direction perpendicular to the axis that completes the frame, in the world.
            point: Where the joint is, in the world, m; of a distance, its end on the first body. With a
                unit: "12 mm".
            second: Frame on the second body in its own axes from its centre of mass (ground: world).
        """
        given: dict[str, Any] = {
            "name": name,
            "type": "point_line",
            "bodies": bodies,
            "axis": axis,
            "first": first,
            "normal": normal,
            "point": point,
            "second": second,
        }
        return self._add("joints", given)

    def point_plane(
        self,
        name: str,
        bodies: Sequence[str],
        *,
        axis: Numbers | None = None,
        first: Union[Numbers, Frame] | None = None,
        normal: Numbers | None = None,
        point: Numbers | None = None,
        second: Union[Numbers, Frame] | None = None,
    ) -> str:
        """A `point_plane` joint. Returns its name.

        Args:
            name: Unique among joints. Default: joint1, joint2, … by place in the list.
            bodies: First and second body; "ground" is the fixed one.
            axis: Direction in the world: of rotation, of travel, or normal of a plane.
            first: Frame on the first body in its own axes from its centre of mass (ground: world), instead
                of point and axis.
            normal: Direction perpendicular to the axis that completes the frame, in the world.
            point: Where the joint is, in the world, m; of a distance, its end on the first body. With a
                unit: "12 mm".
            second: Frame on the second body in its own axes from its centre of mass (ground: world).
        """
        given: dict[str, Any] = {
            "name": name,
            "type": "point_plane",
            "bodies": bodies,
            "axis": axis,
            "first": first,
            "normal": normal,
            "point": point,
            "second": second,
        }
        return self._add("joints", given)

    def point_curve(
        self,
        name: str,
        bodies: Sequence[str],
        *,
        axis: Numbers | None = None,
        curve: Curve | None = None,
        first: Union[Numbers, Frame] | None = None,
        friction: Friction | None = None,
        limits: Limits | None = None,
        normal: Numbers | None = None,
        point: Numbers | None = None,
        point2: Numbers | None = None,
        second: Union[Numbers, Frame] | None = None,
    ) -> str:
        """A `point_curve` joint. Returns its name.

        Args:
            name: Unique among joints. Default: joint1, joint2, … by place in the list.
            bodies: First and second body; "ground" is the fixed one.
            axis: Direction in the world: of rotation, of travel, or normal of a plane.
            curve: A circle or a spline, in the frame of the first body.
            first: Frame on the first body in its own axes from its centre of mass (ground: world), instead
                of point and axis.
            friction: Friction in a joint with one coordinate that is free.
            limits: Stops of a joint with one coordinate that is free.
            normal: Direction perpendicular to the axis that completes the frame, in the world.
            point: Where the joint is, in the world, m; of a distance, its end on the first body. With a
                unit: "12 mm".
            point2: End of a distance on the second body, in the world, m. With a unit: "12 mm".
            second: Frame on the second body in its own axes from its centre of mass (ground: world).
        """
        given: dict[str, Any] = {
            "name": name,
            "type": "point_curve",
            "bodies": bodies,
            "axis": axis,
            "curve": curve,
            "first": first,
            "friction": friction,
            "limits": limits,
            "normal": normal,
            "point": point,
            "point2": point2,
            "second": second,
        }
        return self._add("joints", given)

    def distance(
        self,
        name: str,
        bodies: Sequence[str],
        *,
        first: Union[Numbers, Frame] | None = None,
        length: Number | None = None,
        motion: Number | None = None,
        point: Numbers | None = None,
        point2: Numbers | None = None,
        q: Number | None = None,
        qd: Number | None = None,
        second: Union[Numbers, Frame] | None = None,
    ) -> str:
        """A `distance` joint. Returns its name.

        Args:
            name: Unique among joints. Default: joint1, joint2, … by place in the list.
            bodies: First and second body; "ground" is the fixed one.
            first: Frame on the first body in its own axes from its centre of mass (ground: world), instead
                of point and axis.
            length: Of a distance, m. Default: that between the points as the file places them. With a unit:
                "12 mm".
            motion: Driver: the coordinate (angle, travel or length) as a number or an expression of t and
                curves.
            point: Where the joint is, in the world, m; of a distance, its end on the first body. With a
                unit: "12 mm".
            point2: End of a distance on the second body, in the world, m. With a unit: "12 mm".
            q: Wanted initial coordinate, rad or m: bodies are moved accordingly.
            qd: Wanted initial rate of the coordinate, rad/s or m/s.
            second: Frame on the second body in its own axes from its centre of mass (ground: world).
        """
        given: dict[str, Any] = {
            "name": name,
            "type": "distance",
            "bodies": bodies,
            "first": first,
            "length": length,
            "motion": motion,
            "point": point,
            "point2": point2,
            "q": q,
            "qd": qd,
            "second": second,
        }
        return self._add("joints", given)

    def parallel(
        self,
        name: str,
        bodies: Sequence[str],
        *,
        axis: Numbers | None = None,
        first: Union[Numbers, Frame] | None = None,
        normal: Numbers | None = None,
        second: Union[Numbers, Frame] | None = None,
    ) -> str:
        """A `parallel` joint. Returns its name.

        Args:
            name: Unique among joints. Default: joint1, joint2, … by place in the list.
            bodies: First and second body; "ground" is the fixed one.
            axis: Direction in the world: of rotation, of travel, or normal of a plane.
            first: Frame on the first body in its own axes from its centre of mass (ground: world), instead
                of point and axis.
            normal: Direction perpendicular to the axis that completes the frame, in the world.
            second: Frame on the second body in its own axes from its centre of mass (ground: world).
        """
        given: dict[str, Any] = {
            "name": name,
            "type": "parallel",
            "bodies": bodies,
            "axis": axis,
            "first": first,
            "normal": normal,
            "second": second,
        }
        return self._add("joints", given)

    def perpendicular(
        self,
        name: str,
        bodies: Sequence[str],
        *,
        axis: Numbers | None = None,
        axis2: Numbers | None = None,
        first: Union[Numbers, Frame] | None = None,
        normal: Numbers | None = None,
        second: Union[Numbers, Frame] | None = None,
    ) -> str:
        """A `perpendicular` joint. Returns its name.

        Args:
            name: Unique among joints. Default: joint1, joint2, … by place in the list.
            bodies: First and second body; "ground" is the fixed one.
            axis: Direction in the world: of rotation, of travel, or normal of a plane.
            axis2: Direction on the second body, in the world: universal and perpendicular.
            first: Frame on the first body in its own axes from its centre of mass (ground: world), instead
                of point and axis.
            normal: Direction perpendicular to the axis that completes the frame, in the world.
            second: Frame on the second body in its own axes from its centre of mass (ground: world).
        """
        given: dict[str, Any] = {
            "name": name,
            "type": "perpendicular",
            "bodies": bodies,
            "axis": axis,
            "axis2": axis2,
            "first": first,
            "normal": normal,
            "second": second,
        }
        return self._add("joints", given)

    def screw(
        self,
        name: str,
        bodies: Sequence[str],
        *,
        axis: Numbers | None = None,
        first: Union[Numbers, Frame] | None = None,
        friction: Friction | None = None,
        limits: Limits | None = None,
        motion: Number | None = None,
        normal: Numbers | None = None,
        pitch: Number | None = None,
        point: Numbers | None = None,
        q: Number | None = None,
        qd: Number | None = None,
        second: Union[Numbers, Frame] | None = None,
    ) -> str:
        """A `screw` joint. Returns its name.

        Args:
            name: Unique among joints. Default: joint1, joint2, … by place in the list.
            bodies: First and second body; "ground" is the fixed one.
            axis: Direction in the world: of rotation, of travel, or normal of a plane.
            first: Frame on the first body in its own axes from its centre of mass (ground: world), instead
                of point and axis.
            friction: Friction in a joint with one coordinate that is free.
            limits: Stops of a joint with one coordinate that is free.
            motion: Driver: the coordinate (angle, travel or length) as a number or an expression of t and
                curves.
            normal: Direction perpendicular to the axis that completes the frame, in the world.
            pitch: Of a screw: travel in m per rad. With a unit: "5 mm/rad".
            point: Where the joint is, in the world, m; of a distance, its end on the first body. With a
                unit: "12 mm".
            q: Wanted initial coordinate, rad or m: bodies are moved accordingly.
            qd: Wanted initial rate of the coordinate, rad/s or m/s.
            second: Frame on the second body in its own axes from its centre of mass (ground: world).
        """
        given: dict[str, Any] = {
            "name": name,
            "type": "screw",
            "bodies": bodies,
            "axis": axis,
            "first": first,
            "friction": friction,
            "limits": limits,
            "motion": motion,
            "normal": normal,
            "pitch": pitch,
            "point": point,
            "q": q,
            "qd": qd,
            "second": second,
        }
        return self._add("joints", given)

    def gear(
        self,
        name: str,
        joints: Sequence[str],
        *,
        ratio: Number,
    ) -> str:
        """A `gear` joint. Returns its name.

        Args:
            name: Unique among joints. Default: joint1, joint2, … by place in the list.
            joints: The two joints which a gear or rack_pinion couples.
            ratio: Of a gear or rack_pinion: the second coordinate per unit of the first; of a rack_pinion
                in m per rad.
        """
        given: dict[str, Any] = {
            "name": name,
            "type": "gear",
            "joints": joints,
            "ratio": ratio,
        }
        return self._add("joints", given)

    def rack_pinion(
        self,
        name: str,
        joints: Sequence[str],
        *,
        ratio: Number,
    ) -> str:
        """A `rack_pinion` joint. Returns its name.

        Args:
            name: Unique among joints. Default: joint1, joint2, … by place in the list.
            joints: The two joints which a gear or rack_pinion couples.
            ratio: Of a gear or rack_pinion: the second coordinate per unit of the first; of a rack_pinion
                in m per rad.
        """
        given: dict[str, Any] = {
            "name": name,
            "type": "rack_pinion",
            "joints": joints,
            "ratio": ratio,
        }
        return self._add("joints", given)

    def marker(
        self,
        name: str,
        *,
        body: str,
        axis: Numbers | None = None,
        normal: Numbers | None = None,
        point: Numbers | None = None,
    ) -> str:
        """A marker. Returns its name.

        Args:
            name: Unique among bodies, joints, forces and markers.
            body: The body that carries it, or "ground".
            axis: z of its frame, in body axes. Default: that of the body.
            normal: x of its frame, in body axes, perpendicular to the axis.
            point: In body axes from the centre of mass (ground: world), m. Default: the centre of mass.
                With a unit: "12 mm".
        """
        given: dict[str, Any] = {
            "name": name,
            "body": body,
            "axis": axis,
            "normal": normal,
            "point": point,
        }
        return self._add("markers", given)

    def output(
        self,
        name: str,
        *,
        value: Number,
    ) -> str:
        """An output. Returns its name.

        Args:
            name: Of its column in the results.
            value: A number or an expression, also of reactions, accelerations and energies.
        """
        given: dict[str, Any] = {
            "name": name,
            "value": value,
        }
        return self._add("outputs", given)

    def part(
        self,
        name: str,
        *,
        file: str,
        angle: Number | None = None,
        mirror: Literal["x", "y", "z"] | None = None,
        orientation: Numbers | None = None,
        parameters: Mapping[str, Number] | None = None,
        position: Numbers | None = None,
    ) -> str:
        """A part. Returns its name.

        Args:
            name: Stands before the names of the part's bodies, joints and forces, with a dot.
            file: The model file, relative to this one; its gravity and settings do not count.
            angle: Rotation about z, rad; planar models only. Default: 0. With a unit: "30 deg".
            mirror: Mirrors the part along this axis of its own. Default: not mirrored.
            orientation: Unit quaternion [w, x, y, z], part to world; spatial models only.
            parameters: Values for the parameters of the part's file.
            position: Of the part's origin, m. Default: the origin. With a unit: "12 mm".
        """
        given: dict[str, Any] = {
            "name": name,
            "file": file,
            "angle": angle,
            "mirror": mirror,
            "orientation": orientation,
            "parameters": parameters,
            "position": position,
        }
        return self._add("parts", given)

    def signal(
        self,
        name: str,
        *,
        value: Number,
    ) -> str:
        """A signal. Returns its name.

        Args:
            name: Its name in expressions; unique among signals, states, inputs and curves.
            value: A number or an expression of time, the motion and other signals.
        """
        given: dict[str, Any] = {
            "name": name,
            "value": value,
        }
        return self._add("signals", given)

    def state(
        self,
        name: str,
        *,
        rate: Number,
        initial: Number | None = None,
    ) -> str:
        """A state. Returns its name.

        Args:
            name: Its name in expressions; unique among signals, states, inputs and curves.
            rate: Its derivative: a number or an expression of time, the motion, signals, states.
            initial: Value at time zero. Default: 0.
        """
        given: dict[str, Any] = {
            "name": name,
            "rate": rate,
            "initial": initial,
        }
        return self._add("states", given)
