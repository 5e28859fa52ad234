// Columns by owner: what a name belongs to, and the unit of its numbers.

const BODY_UNITS = [
  [/^[xyz]$/, "m"], [/^q[wxyz]$/, ""], [/^angle$/, "rad"], [/^v[xyz]$/, "m/s"], [/^w[xyz]?$/, "rad/s"],
  [/^a[xyz]$/, "m/s²"], [/^alpha[xyz]?$/, "rad/s²"],
];
const JOINT_UNITS = [[/^f[xyz]$/, "N"], [/^t[xyz]$/, "N·m"]];

/** Owner and component of a column: names may have dots themselves, components have none. */
export function split(name) {
  const dot = name.lastIndexOf(".");
  return [name.slice(0, dot), name.slice(dot + 1)];
}

/** Columns in groups: energies, residuals, then bodies and joints in their order. */
export function groups(run) {
  const kinds = new Map([["energy", "Energies"], ["residual", "Residuals"]]);
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

/** What a newcomer may want to see first: three lists of columns. */
export function firstPlots(run) {
  const has = (name) => run.columns.get(name) !== null;
  const coordinates = run.joints.filter((j) => has(`${j.name}.q`)).slice(0, 3).map((j) => `${j.name}.q`);
  const last = [...run.bodies].reverse().find((body) => has(`${body.name}.x`));
  const places = last ? ["x", "y", "z"].map((c) => `${last.name}.${c}`).filter(has) : [];
  const joint = run.joints.find((j) => has(`${j.name}.fx`));
  const axes = run.planar ? ["fx", "fy"] : ["fx", "fy", "fz"];
  const forces = joint ? axes.map((c) => `${joint.name}.${c}`) : [];
  return [coordinates, places, forces].filter((list) => list.length > 0).slice(0, 3);
}
