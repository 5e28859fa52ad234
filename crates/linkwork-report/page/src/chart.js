// One line chart against time: zooms by dragging, tells its values at the time of the animation, sets that time by a click.
import uPlot from "uplot";
import { withoutNoise } from "./columns.js";
import { indexAt } from "./data.js";
import { element, number, tick } from "./format.js";
import { isSoftware } from "./graphics.js";

const SYNC = uPlot.sync("linkwork");
/** Nobody reads numbers that change sixty times a second; in milliseconds. */
const PAUSE = 120;

/** Values as they are drawn, on a logarithmic axis as their logarithms; those that cannot be drawn are gaps. */
function drawable(values, log) {
  const out = Array.from(values, log ? Math.log10 : undefined);
  for (let k = 0; k < out.length; k++) if (!Number.isFinite(out[k])) out[k] = null;
  return out;
}

/** All lines on common times. */
function together(lines, log) {
  const tables = lines.map((line) => [Array.from(line.times), drawable(line.values, log)]);
  const isSame = ({ times }) => times === lines[0].times || sameTimes(times, lines[0].times);
  if (lines.every(isSame)) return [tables[0][0], ...tables.map((t) => t[1])];
  return uPlot.join(
    tables,
    tables.map(() => [1, 2]),
  );
}

function sameTimes(a, b) {
  return a.length === b.length && a.every((t, k) => t === b[k]);
}

/** The value of a line at a time, between its points. */
function valueAt({ times, values, scale }, t) {
  if (times.length === 0) return null;
  const k = indexAt(times, t);
  const next = Math.min(k + 1, times.length - 1);
  const span = times[next] - times[k];
  const u = span > 0 ? Math.min(Math.max((t - times[k]) / span, 0), 1) : 0;
  return withoutNoise(u > 0 ? (1 - u) * values[k] + u * values[next] : values[k], scale);
}

/**
 * The range of an axis, with some room. A line that does not change is in the middle, not magnified to its last digit,
 * and what is nothing beside the scale of its quantity is drawn as nothing.
 */
function roomAround(low, high, scale) {
  if (low === null || high === null) return [0, 1];
  const size = Math.max(Math.abs(low), Math.abs(high));
  if (size < 1e-25 || withoutNoise(size, scale) === 0) return [-1, 1];
  const room = high - low > 1e-9 * size ? 0.06 * (high - low) : 0.5 * size;
  return [low - room, high + room];
}

/** Whole powers of ten around logarithms, at least one apart. */
function powersAround(low, high) {
  if (low === null || high === null) return [-16, -14];
  return [Math.floor(low), Math.max(Math.ceil(high), Math.floor(low) + 1)];
}

export class Chart {
  /** `lines`: label, color, dash, word and unit of the quantity, its scale, times, values. */
  constructor(host, { lines, height, theme, player, log = false, onRemove }) {
    Object.assign(this, { host, lines, theme, player, log, height });
    this.legend = element("ul", { class: "legend" });
    this.entries = lines.map((line) => this.entry(line, onRemove));
    this.box = element("div", { class: "chart" });
    host.append(this.legend, this.box);
    this.build();
    this.observer = new ResizeObserver(() => this.fill());
    this.observer.observe(this.box);
    this.seen = true;
    this.sight = new IntersectionObserver((entries) => {
      this.seen = entries[entries.length - 1].isIntersecting;
      this.showTime();
    });
    this.sight.observe(this.box);
    this.onTime = () => this.showTime();
    player.addEventListener("time", this.onTime);
    player.addEventListener("state", this.onTime);
  }

  entry(line, onRemove) {
    const value = element("b", {});
    const swatch = element("i", { style: `--color: ${line.color}`, class: line.dash ? "dashed" : "" });
    const item = element("li", { title: line.label }, swatch, element("span", {}, line.label), value);
    if (onRemove) {
      item.append(
        element(
          "button",
          { type: "button", "aria-label": `Remove ${line.label}`, onclick: () => onRemove(line.label) },
          "×",
        ),
      );
    }
    this.legend.append(item);
    return { line, value };
  }

  build() {
    this.plot?.destroy();
    const data = this.lines.length ? together(this.lines, this.log) : [[this.player.start, this.player.end]];
    this.marker = element("div", { class: "marker" });
    this.marked = true;
    this.plot = new uPlot(this.options(), data, this.box);
    this.plot.over.append(this.marker);
    this.listen();
    this.showTime();
  }

  options() {
    const ink = this.theme.color("--muted");
    const grid = { stroke: this.theme.color("--hair"), width: 1 };
    const font = "11px system-ui, sans-serif";
    const units = [...new Set(this.lines.map((line) => line.unit))];
    const scale = (unit) => (units.indexOf(unit) <= 0 ? "y" : "y2");
    const label = (wanted) => wanted.map((unit) => this.axisLabel(unit)).join("; ") || undefined;
    const axis = {
      stroke: ink,
      grid,
      ticks: { stroke: this.theme.color("--hair"), width: 1, size: 4 },
      font,
      labelFont: font,
    };
    const shown = this.log ? (t) => tick(10 ** t) : tick;
    const values = (_, ticks) => ticks.map((t) => (t === null ? "" : shown(t)));
    const size = (_, texts) => 14 + 6.6 * Math.max(5, ...(texts ?? []).map((text) => text.length));
    const powers = this.log ? { incrs: [1, 2, 3, 4, 5, 10, 20, 50, 100] } : {};
    const y = {
      ...axis,
      scale: "y",
      values,
      size,
      ...powers,
      label: label(units.slice(0, 1)),
      labelSize: 16,
      labelGap: 2,
    };
    const y2 = {
      ...y,
      scale: "y2",
      side: 1,
      label: label(units.slice(1)),
      grid: { show: false },
    };
    const x = {
      ...axis,
      values: (_, ticks) => ticks.map((t) => (t === null ? "" : tick(t))),
      size: 24,
      label: "time (s)",
      labelSize: 15,
      labelGap: 0,
    };
    return {
      width: Math.max(this.box.clientWidth, 50),
      height: this.height,
      // Lines go where their values are, not to whole pixels.
      pxAlign: 0,
      padding: [8, units.length > 1 ? 0 : 12, 0, 0],
      legend: { show: false },
      scales: {
        x: { time: false, range: (_, low, high) => (high > low ? [low, high] : [low - 0.5, high + 0.5]) },
        y: this.scale(units[0]),
        y2: this.scale(units[1]),
      },
      axes: units.length > 1 ? [x, y, y2] : [x, y],
      series: [
        {},
        ...this.lines.map((line) => ({
          label: line.label,
          scale: scale(line.unit),
          stroke: line.color,
          width: 1.6,
          dash: line.dash,
          points: { show: line.values.length < 2, size: 7 },
          spanGaps: true,
        })),
      ],
      cursor: {
        sync: { key: SYNC.key, scales: ["x", null] },
        drag: { x: true, y: false, dist: 6 },
        points: { size: 6 },
        y: false,
      },
      hooks: { setCursor: [() => this.showValues()], setScale: [(u, key) => key === "x" && this.showTime()] },
    };
  }

  scale(unit) {
    const scale = Math.max(0, ...this.lines.filter((line) => line.unit === unit).map((line) => line.scale));
    return { range: (_, low, high) => (this.log ? powersAround(low, high) : roomAround(low, high, scale)) };
  }

  /** What is drawn along an axis: `force (N)`. */
  axisLabel(unit) {
    const words = new Set(this.lines.filter((line) => line.unit === unit).map((line) => line.word));
    return [...words].filter(Boolean).join(", ") + (unit && ` (${unit})`);
  }

  listen() {
    const { over } = this.plot;
    let down = null;
    over.addEventListener("pointerdown", (event) => (down = event.offsetX));
    over.addEventListener("pointerup", (event) => {
      if (down !== null && Math.abs(event.offsetX - down) < 4) this.player.seek(this.plot.posToVal(event.offsetX, "x"));
      down = null;
    });
  }

  /** Fits the width of its place. */
  fill() {
    const width = this.box.clientWidth;
    if (width > 0 && width !== this.plot.width) this.plot.setSize({ width, height: this.height });
    this.showTime();
  }

  showTime() {
    const { player } = this;
    // What is out of sight need not move; it is put right when it comes into sight.
    if (player.playing && !this.seen) return;
    const now = performance.now();
    const isDue = !player.playing || !(now - this.told < PAUSE);
    // Without a graphics card, each line that moves has all around it painted anew.
    if (isDue || !isSoftware()) this.moveMarker();
    if (!isDue) return;
    this.told = now;
    this.showValues();
  }

  /** The series stay as they are: the cursor is an element of its own. */
  moveMarker() {
    const { plot, marker } = this;
    const at = plot.valToPos(this.player.time, "x");
    const visible = at >= 0 && at <= plot.bbox.width / devicePixelRatio;
    if (visible !== this.marked) marker.style.display = visible ? "" : "none";
    this.marked = visible;
    if (visible) marker.style.transform = `translateX(${at.toFixed(1)}px)`;
  }

  /** Under the pointer, or else at the time of the animation. */
  showValues() {
    if (this.plot === undefined) return;
    const { idx, left } = this.plot.cursor;
    const hovered = left >= 0 && idx !== null && idx !== undefined;
    const time = hovered ? this.plot.data[0][idx] : this.player.time;
    for (const { line, value } of this.entries) {
      const text = `${number(valueAt(line, time))}${this.unitOf(line)}`;
      if (value.textContent !== text) value.textContent = text;
    }
  }

  /** Behind a number, where there are several units. */
  unitOf(line) {
    return line.unit && this.lines.some((other) => other.unit !== line.unit) ? ` ${line.unit}` : "";
  }

  destroy() {
    this.player.removeEventListener("time", this.onTime);
    this.player.removeEventListener("state", this.onTime);
    this.observer.disconnect();
    this.sight.disconnect();
    this.plot.destroy();
  }
}
