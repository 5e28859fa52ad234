// The audit: how well energy and constraints were kept, in two sentences and two small charts.
import { Chart } from "./chart.js";
import { element, number } from "./format.js";
import { PALETTE } from "./theme.js";

/** Change of the total energy, relative as in the summary: to the larger of its first value and the largest kinetic energy. */
function energyChange(run) {
  const total = run.columns.get("energy.total");
  const kinetic = run.columns.get("energy.kinetic");
  const first = total[0] ?? 0;
  const scale = kinetic.reduce((most, x) => Math.max(most, x), Math.abs(first));
  return total.map((x) => (scale > 0 ? (x - first) / scale : 0));
}

export class Audit {
  constructor(runs, player, theme) {
    Object.assign(this, { runs, player, theme, charts: [] });
    theme.addEventListener("change", () => this.charts.forEach((c) => c.build()));
    this.draw();
  }

  draw() {
    const { runs, player, theme } = this;
    const host = document.getElementById("audit");
    this.charts.forEach((c) => c.destroy());
    host.replaceChildren();
    const { summary } = runs[0];
    const line = (run, label, values, k, dash) => ({ label: runs.length > 1 ? `${label} · ${run.name}` : label, color: PALETTE[(k + run.index) % PALETTE.length], dash, unit: "", times: run.columns.times, values });
    const chart = (title, note, lines, log) => {
      const body = element("div", {});
      host.append(element("h3", {}, title), element("p", { class: "note" }, note), body);
      return new Chart(body, { lines, height: 130, theme, player, log });
    };
    host.append(element("h2", {}, "Audit"));
    this.charts = [
      chart("Energy", `Largest relative change ${number(summary.energy_drift)}. Where dampers, drivers or given loads work, energy changes for good reason.`,
        runs.map((run) => line(run, "change of total energy", energyChange(run), 0)), false),
      chart("Constraints", `Largest violation of a position equation ${number(summary.max_residual)}.`,
        runs.flatMap((run) => [line(run, "position", run.columns.get("residual.position"), 1), line(run, "velocity", run.columns.get("residual.velocity"), 2, [5, 4])]), true),
    ];
  }
}
