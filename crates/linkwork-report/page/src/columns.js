// Columns by owner: what a name belongs to, and the unit of its numbers.

const BODY_UNITS = [
  [/^[xyz]$/, "m"],
  [/^q[wxyz]$/, ""],
  [/^angle$/, "rad"],
  [/^v[xyz]$/, "m/s"],
  [/^w[xyz]?$/, "rad/s"],
  [/^a[xyz]$/, "m/s²"],
  [/^alpha[xyz]?$/, "rad/s²"],
];
const JOINT_UNITS = [
  [/^f[xyz]$/, "N"],
  [/^t[xyz]$/, "N·m"],
];

/** Owner and component of a column: names may have dots themselves, components have none. */
export function split(name) {
  const dot = name.lastIndexOf(".");
  return [name.slice(0, dot), name.slice(dot + 1)];
}

/** Columns in groups: energies, residuals, then bodies and joints in their order. */
export function groups(run) {
  const kinds = new Map([
    ["energy", "Energies"],
    ["residual", "Residuals"],
  ]);
  const owners = new Map();
  for (const name of run.columns.names) {
    const [owner, component] = split(name);
    if (!owners.has(owner)) {
      // Bodies come before joints, and only joints have reactions.
      const kind = kinds.get(owner) ?? (component === "fx" ? "Joints" : "Bodies");
      owners.set(owner, { owner, kind, columns: [] });
    }
    owners.get(owner).columns.push({ name, component });
  }
  const order = ["Energies", "Residuals", "Bodies", "Joints"];
  return [...owners.values()].sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
}

/** The unit of a column; empty where it has none. */
export function unit(run, name) {
  const [owner, component] = split(name);
  if (owner === "energy") return "J";
  if (owner === "residual") return "";
  const joint = run.joints.find((j) => j.name === owner);
  if (joint && (component === "q" || component === "qd")) {
    const base = joint.type === "prismatic" ? "m" : "rad";
    return component === "q" ? base : `${base}/s`;
  }
  const table = joint && /^[ft][xyz]$/.test(component) ? JOINT_UNITS : BODY_UNITS;
  return table.find(([pattern]) => pattern.test(component))?.[1] ?? "";
}

/** Whether a column changes enough to be worth a plot. */
function moves(values) {
  let [low, high] = [Infinity, -Infinity];
  for (const x of values) [low, high] = [Math.min(low, x), Math.max(high, x)];
  return high - low > 1e-6 * Math.max(Math.abs(low), Math.abs(high)) && high - low > 1e-12;
}

/** What a newcomer may want to see first: three lists of columns, of what moves if anything does. */
export function firstPlots(run) {
  const has = (name) => run.columns.get(name) !== null;
  const of = (owner, components) => (owner ? components.map((c) => `${owner.name}.${c}`).filter(has) : []);
  const [alike, moving] = [run.joints.filter((j) => has(`${j.name}.q`)), run.bodies.filter((b) => has(`${b.name}.x`))];
  const body = moving[moving.length - 1];
  const joint = run.joints.find((j) => has(`${j.name}.fx`));
  const lists = [
    // Angles and travels are not drawn to the same scale.
    alike
      .filter((j) => (j.type === "prismatic") === (alike[0].type === "prismatic"))
      .slice(0, 3)
      .map((j) => `${j.name}.q`),
    of(body, ["x", "y", "z"]),
    of(joint, run.planar ? ["fx", "fy"] : ["fx", "fy", "fz"]),
    of(body, ["wx", "wy", "wz", "w"]),
    of(body, ["qw", "qx", "qy", "qz", "angle"]),
    ["energy.kinetic", "energy.potential", "energy.total"],
  ].filter((list) => list.length > 0);
  const interesting = lists.filter((list) => list.some((name) => moves(run.columns.get(name))));
  return (interesting.length ? interesting : lists).slice(0, 3);
}
