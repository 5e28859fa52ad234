// Columns by owner: what a name belongs to, what its numbers measure, and which of them a newcomer wants to see first.

/** Components of columns with the quantity and its unit. */
const QUANTITIES = [
  [/^[xyz]$/, "position", "m"],
  [/^q[wxyz]$/, "orientation", ""],
  [/^angle[12]?$/, "angle", "rad"],
  [/^angle[12]?d$/, "angular velocity", "rad/s"],
  [/^angle[12]?dd$/, "angular acceleration", "rad/s²"],
  [/^travel$/, "travel", "m"],
  [/^traveld$/, "velocity", "m/s"],
  [/^traveldd$/, "acceleration", "m/s²"],
  [/^v[xyz]$/, "velocity", "m/s"],
  [/^w[xyz]?$/, "angular velocity", "rad/s"],
  [/^a[xyz]$/, "acceleration", "m/s²"],
  [/^alpha[xyz]?$/, "angular acceleration", "rad/s²"],
  [/^(f[xyz]|force)$/, "force", "N"],
  [/^(t[xyz]|torque)$/, "torque", "N·m"],
  [/^length$/, "length", "m"],
  [/^depth$/, "depth", "m"],
  [/^d[xyz]$/, "displacement", "m"],
  [/^r[xyz]$/, "angle", "rad"],
];
/** Those of joints with one coordinate and of springs: along something, or about it. */
const ALONG = { q: "travel", qd: "velocity", qdd: "acceleration", drive: "force", rate: "velocity" };
const ABOUT = {
  q: "angle",
  qd: "angular velocity",
  qdd: "angular acceleration",
  drive: "torque",
  rate: "angular velocity",
};
const ALONG_UNITS = { q: "m", qd: "m/s", qdd: "m/s²", drive: "N", rate: "m/s" };
const ABOUT_UNITS = { q: "rad", qd: "rad/s", qdd: "rad/s²", drive: "N·m", rate: "rad/s" };
/** Values below this part of the largest one of their quantity are what round-off leaves of nothing. */
const ROUND_OFF = 1e-11;
/** Coordinates of joints that have not one. */
const COORDINATES = { cylindrical: ["angle", "travel"], universal: ["angle1", "angle2"] };
/** A plot with more curves is hard to read. */
const MOST_CURVES = 4;

/** Owner and component of a column: names may have dots themselves, components have none. */
export function split(name) {
  const dot = name.lastIndexOf(".");
  return dot < 0 ? ["", name] : [name.slice(0, dot), name.slice(dot + 1)];
}

/** Joints whose coordinate is a length, and those of them that count it from zero. */
const SLIDING = ["prismatic", "distance", "point_curve"];
const LONG = ["distance", "point_curve"];
const slides = (joint) => SLIDING.includes(joint.type);

/** What a column measures: word and unit, which is empty where there is none. */
export function quantity(run, name) {
  const [owner, component] = split(name);
  if (owner === "energy") return { word: component === "work" ? "work" : "energy", unit: "J" };
  if (owner === "residual") return { word: "residual", unit: "" };
  if (component in ALONG) {
    const joint = run.joints.find((j) => j.name === owner);
    const force = run.forces.find((f) => f.name === owner);
    const along = component === "rate" ? force?.type !== "torsion" : joint !== undefined && slides(joint);
    if (!along) return { word: ABOUT[component], unit: ABOUT_UNITS[component] };
    const isLength = LONG.includes(joint?.type) && component === "q";
    return { word: isLength ? "length" : ALONG[component], unit: ALONG_UNITS[component] };
  }
  const [, word, unit] = QUANTITIES.find(([pattern]) => owner !== "" && pattern.test(component)) ?? [];
  return { word: word ?? "", unit: unit ?? "" };
}

/** Columns in groups: those of the user, energies, residuals, then bodies, joints and forces in their order. */
export function groups(run) {
  const kinds = new Map([
    ["", "Outputs"],
    ["energy", "Energies"],
    ["residual", "Residuals"],
  ]);
  const forces = new Set(run.forces.map((force) => force.name));
  const owners = new Map();
  for (const name of run.columns.names) {
    const [owner, component] = split(name);
    if (!owners.has(owner)) {
      // Bodies come before joints, joints before forces; bodies begin with a position, joints with a reaction.
      const late = forces.has(owner) ? "Forces" : /^[ft][xyz]$/.test(component) ? "Joints" : "Bodies";
      owners.set(owner, { owner, kind: kinds.get(owner) ?? (component === "x" ? "Bodies" : late), columns: [] });
    }
    owners.get(owner).columns.push({ name, component });
  }
  const order = ["Outputs", "Energies", "Residuals", "Bodies", "Joints", "Forces"];
  return [...owners.values()].sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
}

const largest = (run, name) => Math.max(...run.columns.span(name).map(Math.abs));
const scales = new WeakMap();

/** The scale of a column's quantity, by which round-off is told: its largest value in the run, or what the model's sizes say. */
export function scaleOf(run, name) {
  const key = (column) => {
    const { word, unit } = quantity(run, column);
    return unit || word;
  };
  if (!scales.has(run.columns)) {
    const table = new Map();
    const take = (unit, size) => Number.isFinite(size) && table.set(unit, Math.max(table.get(unit) ?? 0, size));
    run.columns.names.forEach((column) => take(key(column), largest(run, column)));
    const [length, time] = [table.get("m") ?? 0, run.end - run.start];
    const weight = Math.hypot(...run.model.gravity) * Math.max(0, ...run.bodies.map((body) => body.mass));
    take("rad", 1);
    for (const [unit, size] of Object.entries({ m: length, rad: 1 })) {
      take(`${unit}/s`, size / time);
      take(`${unit}/s²`, size / time ** 2);
    }
    take("N", weight);
    ["N·m", "J"].forEach((unit) => take(unit, weight * length));
    scales.set(run.columns, table);
  }
  return scales.get(run.columns).get(key(name)) ?? 0;
}

/** A value, or nothing where it is round-off of nothing. */
export function withoutNoise(x, scale) {
  return Math.abs(x) <= ROUND_OFF * scale ? 0 : x;
}

/** Columns to be seen first: loads of drivers, coordinates that move, the model's own loads; else what moves. */
export function firstPlots(run) {
  const { joints, forces, bodies, columns } = run;
  const of = (owners, components) =>
    owners.flatMap((owner) => components.map((c) => `${owner.name}.${c}`)).filter((name) => columns.get(name) !== null);
  const isThere = (name) => withoutNoise(largest(run, name), scaleOf(run, name)) !== 0;
  const width = (name) => columns.span(name)[1] - columns.span(name)[0];
  const unit = (name) => quantity(run, name).unit;
  const acting = (names) => lists(names.filter(isThere), unit, (name) => largest(run, name));
  const moves = (name) => isThere(name) && width(name) > 1e-6 * largest(run, name);
  const moving = (names) => lists(names.filter(moves), unit, width);
  const drives = joints
    .filter((joint) => joint.driven)
    .flatMap((joint) => {
      const load = of([joint], ["drive"]);
      return load.length ? load : of([joint], slides(joint) ? ["fx", "fy", "fz"] : ["tx", "ty", "tz"]);
    });
  // Beside an angle that counts turns, one that swings is a flat line.
  const turns = (name) => unit(name) === "rad" && width(name) > 2 * Math.PI;
  const coordinates = joints.flatMap((joint) => of([joint], COORDINATES[joint.type] ?? ["q"]));
  const [swinging, turning] = [coordinates.filter((name) => !turns(name)), coordinates.filter(turns)];
  const main = [
    ...acting(drives),
    ...moving(columns.names.filter((name) => !name.includes("."))),
    ...[...moving(swinging), ...moving(turning)].slice(0, 3),
    ...acting(of(forces, ["force", "torque", "fx", "fy", "fz", "tx", "ty", "tz"])).slice(0, 2),
  ].slice(0, 4);
  const body = bodies.filter((b) => columns.get(`${b.name}.x`) !== null).slice(-1);
  const held = joints.filter((joint) => of([joint], ["fx", "fy", "fz"]).some(isThere)).slice(0, 1);
  const others = [
    ...moving(of(body, ["x", "y", "z"])),
    ...moving(of(body, ["angle", "wx", "wy", "wz"])),
    ...acting(of(held, ["fx", "fy", "fz"])),
    ...acting(["energy.kinetic", "energy.potential", "energy.total"]),
  ];
  const chosen = [...main, ...others.slice(0, Math.max(3 - main.length, 0))];
  return chosen.length ? chosen : [["energy.total"]];
}

/** A list for each unit, without curves that are flat lines beside the others of their list. */
function lists(names, unit, size) {
  const found = new Map();
  names.forEach((name) => found.set(unit(name), [...(found.get(unit(name)) ?? []), name]));
  return [...found.values()].map((list) => {
    const most = Math.max(...list.map(size));
    return list.filter((name) => size(name) > 0.01 * most).slice(0, MOST_CURVES);
  });
}
