// The audit: how well energy and constraints were kept, in two sentences and two small charts.
import { Chart } from "./chart.js";
import { element, number } from "./format.js";

const largest = (values, least) => values.reduce((most, x) => Math.max(most, Math.abs(x)), least);

/**
 * Change of the total energy less the work done, over the largest of its first value, the largest kinetic energy and
 * the largest work, as in the summary. Results of earlier versions have no work.
 */
function energyError(run) {
  const total = run.columns.get("energy.total");
  const work = run.columns.get("energy.work") ?? total.map(() => 0);
  const first = total[0] ?? 0;
  const scale = largest(work, largest(run.columns.get("energy.kinetic"), Math.abs(first)));
  return total.map((x, k) => (scale > 0 ? (x - first - work[k]) / scale : 0));
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
      ...this.line(run, "change of total energy less work", "energy.total", 0),
      values: energyError(run),
      word: "relative error",
    });
    this.charts = [
      this.chart(
        "Energy",
        `Largest relative error of the balance ${number(summary.energy_balance ?? summary.energy_drift)}: what kinetic and potential energy gained, less the work of drivers, dampers and loads.`,
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
