// What there is to tell: summary, warnings, and how the page was thinned.
import { duration, element, number, ordinal } from "./format.js";

const count = (x) => (x === undefined || x === null ? "–" : Number(x).toLocaleString("en"));
const word = (x) => x ?? "–";
const some = (n, one, many) => `${count(n)} ${n === 1 ? one : many}`;

/** Rows of the table: label, key, how it is written. */
const ROWS = [
  ["Model"],
  ["Bodies", "bodies", count],
  ["Joints", "joints", count],
  ["Degrees of freedom", "dof", count],
  ["Constraint equations", "equations", count],
  ["Redundant ones", "redundant", count],
  ["Methods"],
  ["Formulation", "formulation", word],
  ["Solver", "solver", word],
  ["Integrator", "integrator", word],
  ["Stabilization", "stabilization", word],
  ["Threads", "threads", count],
  ["Parts", "parts", count],
  ["Cost"],
  ["Simulated time", "time", (t) => `${number(t)} s`],
  ["Steps (rejected)", "steps", (n, s) => `${count(n)} (${count(s.rejected)})`],
  ["Evaluations", "evaluations", count],
  ["Time for one", "seconds_per_evaluation", duration],
  ["Wall time", "wall_seconds", duration],
  ["Quality"],
  ["Energy balance, relative error", "energy_balance", number],
  ["Largest constraint residual", "max_residual", number],
  ["Reactions unique", "reactions_unique", (x) => (x ? "yes" : "no: equations are redundant")],
  ["State hash", "state_hash", word],
];

export function showSummary(runs) {
  const groups = [];
  for (const [label, key, write] of ROWS) {
    if (key === undefined) {
      const names = runs.length > 1 ? runs.map((run) => element("th", { scope: "col" }, run.name)) : [];
      groups.push(
        element(
          "table",
          {},
          element("tr", { class: "group" }, element("th", { colspan: names.length ? 1 : 2 }, label), ...names),
        ),
      );
      continue;
    }
    const cells = runs.map((run) => element("td", {}, write(run.summary[key], run.summary)));
    groups[groups.length - 1].append(element("tr", {}, element("th", { scope: "row" }, label), ...cells));
  }
  document
    .getElementById("summary")
    .replaceChildren(element("h2", {}, "Summary"), element("div", { class: "table groups" }, ...groups));
}

/** Warnings that tell of the model and of how it is computed; any other one is a reason to doubt the results. */
const HARMLESS = [
  /redundant/,
  /^initial velocities made consistent/,
  /^assembled by moving/,
  /no moment of inertia about its own axis/,
  /parts were asked for/,
  /^joints are cut by/,
  /^steps of relaxation by/,
  /^the checkpoint was written by version/,
];

/** Whether a run failed or is doubtful, in a sentence each; nothing of runs without trouble and of those that go on. */
function verdict({ summary, end }) {
  if (summary.error) {
    if (summary.error.startsWith("stopped by the user")) {
      const head = `Stopped by the user at ${number(summary.time ?? end)} s: `;
      return { kind: "doubtful", head, text: "what follows is a part of the run" };
    }
    const told = /^at t = (\S+) s,? (.*)$/s.exec(summary.error);
    const [, time, reason] = told ?? [null, summary.time ?? end, summary.error];
    return { kind: "failed", head: `Failed at ${number(Number(time))} s: `, text: reason };
  }
  const doubts = (summary.warnings ?? []).filter((text) => !HARMLESS.some((pattern) => pattern.test(text)));
  if (doubts.length === 0) return null;
  const more = doubts.length > 1 ? ` (and ${some(doubts.length - 1, "more warning", "more warnings")})` : "";
  return { kind: "doubtful", head: "Doubtful: ", text: doubts[0] + more };
}

/** The verdicts of all runs, in the head of the page; each leads to the warnings. */
export function showVerdict(runs) {
  const lines = runs.flatMap((run) => {
    const found = verdict(run);
    if (found === null) return [];
    const { kind, head, text } = found;
    const name = runs.length > 1 ? `${run.name}: ` : "";
    return [element("a", { href: "#warnings", class: kind, title: text }, element("b", {}, name + head), text)];
  });
  document.getElementById("verdict").replaceChildren(...lines);
}

export function showWarnings(runs) {
  const host = document.getElementById("warnings");
  const several = runs.length > 1;
  const items = runs.flatMap((run) => {
    const error = run.summary.error
      ? [
          element(
            "li",
            { class: "error" },
            `${several ? `${run.name}: ` : ""}The run did not reach its end: ${run.summary.error}`,
          ),
        ]
      : [];
    return [
      ...error,
      ...(run.summary.warnings ?? []).map((text) => element("li", {}, several ? `${run.name}: ${text}` : text)),
    ];
  });
  if (items.length === 0) return;
  host.hidden = false;
  host.replaceChildren(element("h2", {}, "What to know"), element("ul", {}, ...items));
}

/** One line under the title. */
export function subtitle(run) {
  const { summary, model } = run;
  const parts = [
    some(model.bodies.of, "body", "bodies"),
    some(model.joints.of, "joint", "joints"),
    model.space,
    summary.dof === undefined ? "" : some(summary.dof, "degree of freedom", "degrees of freedom"),
    [summary.formulation, summary.solver].filter(Boolean).join(" + "),
  ];
  return parts.filter(Boolean).join(" · ");
}

/** How much of the run the page shows; empty if all of it. */
export function thinning(run) {
  const { frames, columns, model } = run;
  const notes = [];
  if (frames.every > 1) notes.push(`The motion shows every ${ordinal(frames.every)} of ${count(frames.of)} rows`);
  if (columns.every > 1) {
    const rows = `every ${count(columns.every)} of ${count(columns.rows)} rows`;
    notes.push(`plots show the least and the largest value of ${rows}`);
  }
  if (columns.names.length + 1 < columns.of)
    notes.push(`${count(columns.names.length + 1)} of ${count(columns.of)} columns can be plotted`);
  if (run.bodies.length < model.bodies.of)
    notes.push(`${count(run.bodies.length)} of ${count(model.bodies.of)} bodies are drawn`);
  const { shapes, solids } = model.undrawn;
  if (shapes > 0)
    notes.push(`${count(shapes)} of the model's shapes ${shapes === 1 ? "is" : "are"} not drawn (meshes, or without usable sizes)`);
  if (solids > 0) notes.push(`${count(solids)} solids beyond the first 6,000 are left out`);
  if (model.joints.reactions < run.joints.length)
    notes.push(`reactions are drawn for ${count(model.joints.reactions)} of ${count(model.joints.of)} joints`);
  if (notes.length === 0) return "";
  // A run that is shown while it goes on leaves no files.
  const text = `${notes.join("; ")}.${window.LINKWORK_LIVE ? "" : " The files beside this page have everything."}`;
  return text[0].toUpperCase() + text.slice(1);
}
