// The audit: how well energy and constraints were kept, in two sentences and two small charts.
import { Chart } from "./chart.js";
import { element, number } from "./format.js";

/** Change of the total energy over the larger of its first value and the largest kinetic energy, as in the summary. */
function energyChange(run) {
  const total = run.columns.get("energy.total");
  const kinetic = run.columns.get("energy.kinetic");
  const first = total[0] ?? 0;
  const scale = kinetic.reduce((most, x) => Math.max(most, x), Math.abs(first));
  return total.map((x) => (scale > 0 ? (x - first) / scale : 0));
}

export class Audit {
  constructor(runs, player, theme) {
    Object.assign(this, { runs, player, theme });
    this.host = document.getElementById("audit");
    this.charts = [];
    theme.addEventListener("change", () => this.draw());
    this.draw();
  }

  draw() {
    const { runs, host } = this;
    const { summary } = runs[0];
    this.charts.forEach((chart) => chart.destroy());
    host.replaceChildren(element("h2", {}, "Audit"));
    const residual = (run, what, k, dash) => ({
      ...this.line(run, what, `residual.${what}`, k, dash),
      values: run.columns.get(`residual.${what}`),
      word: "residual",
    });
    const change = (run) => ({
      ...this.line(run, "change of total energy", "energy.total", 0),
      values: energyChange(run),
      word: "relative change",
    });
    this.charts = [
      this.chart(
        "Energy",
        `Largest relative change ${number(summary.energy_drift)}. Where dampers, drivers or given loads work, energy changes for good reason.`,
        runs.map(change),
        false,
      ),
      this.chart(
        "Constraints",
        `Largest violation of a position equation ${number(summary.max_residual)}.`,
        runs.flatMap((run) => [residual(run, "position", 1), residual(run, "velocity", 2, [5, 4])]),
        true,
      ),
    ];
  }

  line(run, what, column, k, dash) {
    const label = this.runs.length > 1 ? `${what} · ${run.name}` : what;
    const times = run.columns.timesOf(column);
    return { label, color: this.theme.line(k + 2 * run.index), dash, unit: "", scale: 0, times };
  }

  chart(title, note, lines, log) {
    const body = element("div", {});
    this.host.append(element("h3", {}, title), element("p", { class: "note" }, note), body);
    return new Chart(body, { lines, height: 150, theme: this.theme, player: this.player, log });
  }
}
