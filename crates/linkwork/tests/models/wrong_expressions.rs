//! Wrong expressions, markers, signals, states, curves, outputs, stops and friction: each fault names the line, the
//! key, where in the expression it is, and the nearest known name.

use crate::wrong_models::{case, check};
use linkwork::Model;

const BASE: &str = r#"space = "planar"
[[bodies]]
name = "arm"
mass = 1.0
inertia = 0.1
position = [0.5, 0]
[[joints]]
name = "hip"
type = "revolute"
bodies = ["ground", "arm"]
point = [0, 0]
limits = { lower = -1, upper = 1, stiffness = 100 }
friction = { coulomb = 1, static = 2 }
[[forces]]
name = "motor"
type = "actuator"
joint = "hip"
load = "2*error - gain(hip.qd)"
[[forces]]
name = "strut"
type = "spring"
bodies = ["ground", "arm"]
first = [0, 1]
second = [0, 0]
stiffness = "gain"
acts = "pull"
force = "motor.load"
[[markers]]
name = "tip"
body = "arm"
point = [0.5, 0]
[[signals]]
name = "error"
value = "0.5 - hip.q"
[[states]]
name = "charge"
initial = 0.5
rate = "-charge"
[[curves]]
name = "gain"
points = [[0, 0], [1, 2], [3, 4]]
interpolation = "monotone"
outside = "extend"
[[outputs]]
name = "reach"
value = "distance(tip, tip) + hip.fx"
"#;

/// Two columns of one name were written, and expressions read one or the other.
#[test]
fn names_of_quantities_are_not_names_of_signals_and_outputs() {
    let after = "value = \"0.5 - hip.q\"";
    let last = "value = \"distance(tip, tip) + hip.fx\"";
    check(
        BASE,
        &[
            case(
                after,
                "value = \"0.5 - hip.q\"\n[[signals]]\nname = \"hip.qd\"\nvalue = 7",
                36,
                "signals[1].name",
                "`hip.qd` is a quantity of joint 'hip' already; give this signal another name",
            ),
            case(
                "rate = \"-charge\"",
                "rate = \"-charge\"\n[[states]]\nname = \"arm.vx\"\nrate = 1",
                40,
                "states[1].name",
                "of body 'arm' already",
            ),
            case(
                "outside = \"extend\"",
                "[[curves]]\nname = \"tip.x\"\npoints = [[0, 0], [1, 2]]",
                44,
                "curves[1].name",
                "of marker 'tip' already",
            ),
            case("name = \"reach\"", "name = \"hip.q\"", 45, "outputs[0].name", "give this output another name"),
            case("name = \"reach\"", "name = \"strut.rate\"", 45, "outputs[0].name", "of force 'strut' already"),
            case("name = \"reach\"", "name = \"energy.work\"", 45, "outputs[0].name", "of the whole model already"),
            case(
                last,
                "value = 1\n[[inputs]]\nname = \"hip.stop\"",
                48,
                "inputs[0].name",
                "`hip.stop` is a quantity of force 'hip' already",
            ),
        ],
    );
}

#[test]
fn names_in_expressions_that_cannot_be() {
    let load = "load = \"2*error - gain(hip.qd)\"";
    let (line, key) = (18, "forces[0].load");
    check(
        BASE,
        &[
            case(load, "load = \"hip.w\"", line, key, "'hip' has no `w`; it has"),
            case(load, "load = \"hip.Q\"", line, key, "did you mean `hip.q`? (column 1"),
            case(load, "load = \"1 + hop.q\"", line, key, "called `hop`; did you mean `hip`? (column 5"),
            case(load, "load = \"eror\"", line, key, "called `eror`; did you mean `error`?"),
            case(load, "load = \"sinn(hip.q)\"", line, key, "did you mean `sin`?"),
            case(load, "load = \"gian(hip.q)\"", line, key, "did you mean `gain`?"),
            case(load, "load = \"gain\"", line, key, "`gain` is a curve: write `gain(…)`"),
            case(load, "load = \"gain(1, 2)\"", line, key, "takes 1 operand, found 2"),
            case(load, "load = \"error(2)\"", line, key, "`error` is a signal, not a function"),
            case(load, "load = \"time\"", line, key, "did you mean `t`?"),
            case(load, "load = \"hip.fx\"", line, key, "only `outputs` read it"),
            case(load, "load = \"hip.qdd\"", line, key, "only `outputs` read it"),
            case(load, "load = \"energy.total\"", line, key, "only `outputs` read it"),
            case(load, "load = \"distance(tip, hip)\"", line, key, "no marker is called `hip`; did you mean `tip`?"),
            case(load, "load = \"distance(tip, 2)\"", line, key, "names of two markers"),
            case(load, "load = \"'hip.q\"", line, key, "this quote is not closed"),
            case(load, "load = \"1 < hip.q < 2\"", line, key, "write `a < b and b < c`"),
            case(load, "load = \"hip.q = 2\"", line, key, "`==` to compare"),
            case(load, "load = \"if(hip.q, 1)\"", line, key, "`if` takes 3 operands, found 2"),
            case(load, "load = \"clamp(hip.q)\"", line, key, "3 operands (x, lower, upper), found 1"),
            case(load, "load = \"hip.q and\"", line, key, "ends too early"),
            case(load, "load = \"tip.z\"", line, key, "'tip' has no `z`"),
            case("load = \"2*error", "load = \"motor.load + 2*error", line, key, "force 'motor' depends on itself"),
            case("body = \"arm\"\npoint", "body = \"arn\"\npoint", 30, "markers[0].body", "did you mean 'arm'?"),
        ],
    );
}

#[test]
fn tables_that_cannot_be() {
    check(
        BASE,
        &[
            case("0.5 - hip.q", "0.5 - error", 34, "signals[0].value", "signal 'error' depends on itself"),
            case(
                "0.5 - hip.q",
                "strut.force",
                34,
                "signals[0].value",
                "signal 'error' → force 'strut' → force 'motor'",
            ),
            case(
                "[[states]]",
                "[[signals]]
name = \"t\"
value = 1
[[states]]",
                36,
                "signals[1].name",
                "`t` is a word of expressions",
            ),
            case(
                "[[states]]",
                "[[signals]]
name = \"gain\"
value = 1
[[states]]",
                36,
                "signals[1].name",
                "a curve is called 'gain' too",
            ),
            case("value = \"0.5 - hip.q\"\n", "", 32, "signals[0].value", "missing `value`"),
            case(
                "name = \"reach\"
",
                "",
                44,
                "outputs[0].name",
                "missing `name`",
            ),
            case(
                "rate = \"-charge\"
",
                "",
                35,
                "states[0].rate",
                "missing `rate`",
            ),
            case("\"-charge\"", "\"-chrge\"", 38, "states[0].rate", "did you mean `charge`?"),
            case("initial = 0.5", "initial = inf", 37, "states[0].initial", "finite"),
            case("[1, 2], [3, 4]", "[1, 2], [1, 4]", 41, "curves[0].points", "x must ascend"),
            case("[[0, 0], [1, 2], [3, 4]]", "[[0, 0]]", 41, "curves[0].points", "2 points or more, found 1"),
            case("[1, 2], [3, 4]", "[1, 2, 3]", 41, "curves[0].points", "a pair [x, y], found 3"),
            case("\"monotone\"", "\"smooth\"", 42, "curves[0].interpolation", "\"linear\", \"cubic\" or \"monotone\""),
            case("\"extend\"", "\"repeat\"", 41, "curves[0].points", "must end with the value it begins with"),
            case("\"extend\"", "\"wrap\"", 43, "curves[0].outside", "\"hold\", \"extend\", \"repeat\" or \"fault\""),
            case(
                "[[signals]]",
                "[[markers]]\nname = \"hip\"\nbody = \"arm\"\n[[signals]]",
                33,
                "markers[1].name",
                "a joint is called 'hip' too",
            ),
            case("value = \"distance(tip, tip) + hip.fx\"", "value = \"hip.xf\"", 46, "outputs[0].value", "`hip.fx`"),
            case("name = \"reach\"", "name = \"time\"", 45, "outputs[0].name", "another column"),
            case("body = \"arm\"\npoint", "bdy = \"arm\"\npoint", 30, "markers[0].bdy", "did you mean `body`?"),
        ],
    );
}

#[test]
fn elements_that_cannot_be() {
    check(
        BASE,
        &[
            case("load = \"2*error - gain(hip.qd)\"\n", "", 14, "forces[0].load", "missing `load`"),
            case("joint = \"hip\"", "joint = \"hop\"", 17, "forces[0].joint", "did you mean 'hip'?"),
            case(
                "joint = \"hip\"",
                "joint = \"hip\"\ncoordinate = \"angle\"",
                18,
                "forces[0].coordinate",
                "it is \"q\"",
            ),
            case("stiffness = \"gain\"", "stiffness = \"gan\"", 25, "forces[1].stiffness", "did you mean 'gain'?"),
            case("acts = \"pull\"", "acts = \"tow\"", 26, "forces[1].acts", "\"both\", \"push\" or \"pull\""),
            case("lower = -1, ", "lower = 2, ", 12, "joints[0].limits.lower", "above `upper`"),
            case("lower = -1, upper = 1, ", "", 12, "joints[0].limits.lower", "`lower`, `upper` or both"),
            case(", stiffness = 100", "", 12, "joints[0].limits.stiffness", "missing `stiffness`"),
            case("stiffness = 100", "stiffness = 0", 12, "joints[0].limits.stiffness", "positive"),
            case("limits = {", "limits = { soft = 1,", 12, "joints[0].limits.soft", "its keys are"),
            case("static = 2", "static = 0.5", 13, "joints[0].friction.static", "below `coulomb`"),
            case("coulomb = 1, ", "", 13, "joints[0].friction.coulomb", "missing `coulomb`"),
            case("static = 2", "speed = 0", 13, "joints[0].friction.speed", "positive"),
            case("friction = {", "friction = 3 #", 13, "joints[0].friction", "must be a table"),
        ],
    );
}

/// Friction by a coefficient: keys of the other sort, of other joints, and numbers that cannot be.
#[test]
fn friction_by_reaction_that_cannot_be() {
    let key = |key: &str| format!("joints[0].friction.{key}");
    let wrong = |friction: &'static str, at: &str, message: &'static str| {
        let key: &'static str = key(at).leak();
        case("coulomb = 1, static = 2", friction, 13, key, message)
    };
    check(
        BASE,
        &[
            wrong("coefficient = 0.1", "radius", "missing `radius`: of the pin or thread"),
            wrong("coefficient = 0.1, radius = 0", "radius", "positive"),
            wrong("coefficient = -0.1, radius = 0.01", "coefficient", "zero or a positive"),
            wrong("coefficient = 0.1, radius = 0.01, coulomb = 2", "coulomb", "remove it, or use `coefficient`"),
            wrong("coefficient = 0.1, radius = 0.01, static = 2", "static", "or use `static_coefficient`"),
            wrong(
                "coefficient = 0.2, static_coefficient = 0.1, radius = 0.01",
                "static_coefficient",
                "below `coefficient`",
            ),
            wrong("coefficient = 0.1, radius = 0.01, length = 0.1", "length", "no moment tilts a revolute joint here"),
            wrong("coefficient = 0.1, radius = \"1 kg\"", "radius", "a length such as"),
            wrong("coefficient = \"1 N\", radius = 0.01", "coefficient", "found"),
            wrong("coulomb = 1, radius = 0.01", "radius", "`radius` goes with a `coefficient`"),
            wrong("coulomb = 1, static_coefficient = 0.2", "static_coefficient", "goes with a `coefficient`"),
            wrong("radius = 0.01", "radius", "`radius` goes with a `coefficient`; add one"),
            wrong("speed = 1", "coulomb", "or give a `coefficient`"),
            wrong("coeficient = 0.1, coulomb = 1", "coeficient", "did you mean `coefficient`?"),
        ],
    );
    let by_reaction = BASE.replace("coulomb = 1, static = 2", "coefficient = 0.1, radius = 0.01");
    check(
        &by_reaction,
        &[
            case("2*error", "hip.friction", 18, "forces[0].load", "follows the joint's reaction"),
            case("-charge", "hip.friction", 38, "states[0].rate", "only `outputs` read it"),
        ],
    );
    let slider = BASE.replace("revolute", "prismatic").replace("point = [0, 0]\nlimits", "axis = [1, 0]\nlimits");
    check(
        &slider,
        &[case(
            "coulomb = 1, static = 2",
            "coefficient = 0.1, radius = 0.01",
            13,
            "joints[0].friction.radius",
            "a prismatic joint slides and has no radius",
        )],
    );
    let outputs = by_reaction.replace("hip.fx", "hip.friction");
    assert!(Model::parse(&outputs, "outputs.toml").is_ok(), "outputs read friction that follows reactions");
}

/// Keys of bodies, joints and the simulation that came with expressions.
#[test]
fn other_keys_that_cannot_be() {
    check(
        BASE,
        &[
            case("position = [0.5, 0]", "center = [0.1]", 6, "bodies[0].center", "needs 2 numbers"),
            case("position = [0.5, 0]", "center = [inf, 0]", 6, "bodies[0].center[0]", "finite"),
            case("point = [0, 0]\nlimits", "point = [0, 0]\nq = inf\nlimits", 12, "joints[0].q", "finite"),
            case("point = [0, 0]\nlimits", "point = [0, 0]\nqd = \"2 m\"\nlimits", 12, "joints[0].qd", "rad/s"),
            case("point = [0.5, 0]\n", "point = [0.5]\n", 31, "markers[0].point", "needs 2 numbers"),
            case("lower = -1,", "lower = \"1 kg\",", 12, "joints[0].limits.lower", "an angle such as"),
            case("static = 2", "speed = \"1 kg\"", 13, "joints[0].friction.speed", "an angular velocity such as"),
        ],
    );
    let stopped = format!("{BASE}[simulation]\nstop = \"hip.q > 1\"\n");
    check(
        &stopped,
        &[
            case("hip.q > 1", "hop.q > 1", 48, "simulation.stop", "did you mean `hip`?"),
            case("hip.q > 1", "hip.q >", 48, "simulation.stop", "ends too early"),
        ],
    );
}

/// A chain of ten thousand signals is no recursion, and a circle of them is told with its members.
#[test]
fn long_chains_of_signals_are_fine() {
    let chain = |last: &str| {
        let links = (0..10_000).map(|k| format!("[[signals]]\nname = \"s{k}\"\nvalue = \"s{} + 1\"\n", k + 1));
        format!("{BASE}{}[[signals]]\nname = \"s10000\"\nvalue = \"{last}\"\n", links.collect::<String>())
    };
    assert!(Model::parse(&chain("hip.q"), "chain.toml").is_ok());
    let faults = Model::parse(&chain("s9999"), "chain.toml").unwrap_err().to_string();
    assert!(faults.contains("signal 's9999' → signal 's10000' → signal 's9999'"), "{}", &faults[..200]);
}
