// The plots: cards that each show some columns of all runs; columns and cards come and go.
import { Chart } from "./chart.js";
import { firstPlots, quantity, scaleOf } from "./columns.js";
import { element } from "./format.js";

/** A line for each run that has the column: runs are told apart by dashes. */
export function linesOf(runs, name, color) {
  const dashes = [undefined, [7, 4], [2, 3], [9, 3, 2, 3]];
  return runs
    .filter((run) => run.columns.get(name) !== null)
    .map((run) => ({
      label: runs.length > 1 ? `${name} · ${run.name}` : name,
      name,
      color,
      dash: dashes[run.index % dashes.length],
      ...quantity(run, name),
      scale: scaleOf(run, name),
      times: run.columns.timesOf(name),
      values: run.columns.get(name),
    }));
}

/** Three plots beside the picture, on windows that are high enough. */
function plotHeight() {
  return Math.round(Math.min(Math.max((innerHeight - 170) / 3 - 82, 180), 300));
}

class Card {
  constructor(plots, names) {
    this.plots = plots;
    this.names = names;
    this.host = element("div", { class: "panel plot" });
    this.body = element("div", {});
    const choose = element(
      "button",
      { type: "button", class: "choose", onclick: () => plots.picker.open(this) },
      "Columns …",
    );
    const reset = element(
      "button",
      { type: "button", class: "quiet", title: "Show all of the time", onclick: () => this.chart?.build() },
      "Whole time",
    );
    const close = element(
      "button",
      { type: "button", class: "quiet", "aria-label": "Remove this plot", onclick: () => plots.remove(this) },
      "×",
    );
    this.host.append(
      element("div", { class: "plot-bar" }, choose, reset, element("span", { class: "space" }), close),
      this.body,
    );
    this.draw();
  }

  draw() {
    this.chart?.destroy();
    this.body.replaceChildren();
    const { runs, theme, player } = this.plots;
    const lines = this.names.flatMap((name, k) => linesOf(runs, name, theme.line(k)));
    const remove = (label) => this.toggle(lines.find((line) => line.label === label).name);
    this.chart = new Chart(this.body, { lines, height: plotHeight(), theme, player, onRemove: remove });
    this.host.dataset.columns = this.names.join(" ");
  }

  toggle(name) {
    this.plots.isUsers = true;
    this.names = this.names.includes(name) ? this.names.filter((n) => n !== name) : [...this.names, name];
    this.draw();
  }
}

export class Plots {
  constructor(runs, player, theme, picker) {
    Object.assign(this, { runs, player, theme, picker });
    this.list = document.getElementById("plot-list");
    this.cards = [];
    this.isUsers = false;
    this.renew();
    document.getElementById("add-plot").addEventListener("click", () => {
      this.isUsers = true;
      picker.open(this.add([]));
    });
    theme.addEventListener("change", () => this.cards.forEach((card) => card.draw()));
  }

  add(names) {
    const card = new Card(this, names);
    this.cards.push(card);
    this.list.append(card.host);
    card.chart.fill();
    return card;
  }

  /** What is worth seeing first; of a run that goes on again and again, until the user chooses. */
  renew() {
    const lists = this.isUsers ? [] : firstPlots(this.runs[0]);
    if (this.isUsers || JSON.stringify(lists) === JSON.stringify(this.cards.map((card) => card.names))) return;
    this.cards.forEach((card) => this.remove(card));
    this.isUsers = false;
    lists.forEach((names) => this.add(names));
  }

  remove(card) {
    this.isUsers = true;
    card.chart.destroy();
    card.host.remove();
    this.cards = this.cards.filter((c) => c !== card);
  }
}
