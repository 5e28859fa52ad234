// The report page: reads its data and puts picture, player, plots and facts together.
import { Audit } from "./audit.js";
import { readData } from "./data.js";
import { showSummary, showVerdict, showWarnings, subtitle, thinning } from "./facts.js";
import { element } from "./format.js";
import { Keyboard } from "./keyboard.js";
import { goLive } from "./live.js";
import { Menus } from "./menus.js";
import { Picker } from "./picker.js";
import { Player } from "./player.js";
import { Plots } from "./plots.js";
import { preparePrint } from "./print.js";
import { bodyColor } from "./solids.js";
import { Theme } from "./theme.js";
import { Transport } from "./transport.js";
import { View } from "./view.js";

const byId = (id) => document.getElementById(id);

/** The picture, or a sentence where the browser cannot draw in three dimensions. */
function makeView(runs) {
  try {
    const [tags, hover, triad, scale, arrowKey] = ["tags", "hover", "triad", "scale", "arrow-key"].map(byId);
    return new View(byId("canvas"), runs, { tags, hover, triad, scale, arrowKey });
  } catch (error) {
    byId("view").replaceChildren(
      element(
        "p",
        { class: "note" },
        `This browser cannot draw in three dimensions (${error.message}). The plots work without.`,
      ),
    );
    return null;
  }
}

function showHead(data) {
  const { runs } = data;
  byId("title").textContent = data.title;
  byId("subtitle").textContent =
    runs.length > 1 ? `${runs.length} runs: ${runs.map((run) => run.name).join(", ")}` : subtitle(runs[0]);
  byId("footer").textContent = `${data.program} · drawn with three.js and uPlot (both MIT licence)`;
  if (runs.length < 2) return;
  const key = byId("run-key");
  key.hidden = false;
  runs.forEach((run) =>
    key.append(element("li", { style: `--color: ${run.index ? bodyColor(run, 0) : "var(--ink)"}` }, run.name)),
  );
}

/** Tells the style sheet how high the head is, so that the picture and its controls have the rest of the window. */
function keepHeight(head) {
  const tell = () => document.documentElement.style.setProperty("--head", `${Math.ceil(head.offsetHeight)}px`);
  new ResizeObserver(tell).observe(head);
  tell();
}

function start() {
  const data = readData();
  const { runs } = data;
  const theme = new Theme(byId("theme-button"));
  const player = new Player(Math.min(...runs.map((run) => run.start)), Math.max(...runs.map((run) => run.end)));
  showHead(data);
  keepHeight(document.querySelector(".top"));
  const live = window.LINKWORK_LIVE;
  const view = makeView(runs);
  new Transport(player);
  const plots = new Plots(runs, player, theme, new Picker(runs[0]));
  const audit = new Audit(runs, player, theme);
  showFacts(runs);
  if (view) connect(view, player, theme, !live);
  if (live) {
    const show = () => {
      plots.renew();
      [...plots.cards, audit].forEach((part) => part.draw());
      showFacts(runs);
      view?.renew();
    };
    goLive(live, { runs, player, show });
  }
  window.linkwork = hooks(view, player, theme, plots);
}

function showFacts(runs) {
  byId("thinned").textContent = thinning(runs[0]);
  showVerdict(runs);
  showWarnings(runs);
  showSummary(runs);
}

function connect(view, player, theme, plays) {
  const menus = new Menus(view);
  new Keyboard({ player, view, menus, theme });
  preparePrint(view, theme);
  player.addEventListener("time", () => view.moveTo(player.time));
  theme.addEventListener("change", () => view.setTheme(theme));
  view.setTheme(theme);
  if (plays && !matchMedia("(prefers-reduced-motion: reduce)").matches) player.play();
}

/** For tests and the curious: what the page is doing, and how to make it do something. */
function hooks(view, player, theme, plots) {
  return {
    state: () => ({
      time: player.time,
      start: player.start,
      end: player.end,
      playing: player.playing,
      speed: player.speed,
      theme: theme.name,
      frames: view?.stage.frames ?? 0,
      opened: view?.stage.opened,
      pose: view ? Array.from(view.main.pose.subarray(0, 7 * Math.min(view.main.bodies.length, 50))) : [],
      camera: view ? [...view.stage.camera.position.toArray(), view.stage.camera.zoom] : [],
      cost: view && {
        // Milliseconds of script for a picture: everything that moves, and what the browser is told to draw.
        script: player.meter.median() + view.stage.meter.median(),
        calls: view.stage.renderer.info.render.calls,
        triangles: view.stage.renderer.info.render.triangles,
      },
      shown: view?.shown ?? {},
      traces: view?.traces.list.length ?? 0,
      plots: plots.cards.map((card) => ({
        columns: card.names,
        labels: card.chart.plot.axes.map((axis) => axis.label),
        range: [card.chart.plot.scales.x.min, card.chart.plot.scales.x.max],
        values: card.chart.entries.map((e) => e.value.textContent),
      })),
    }),
    play: () => player.play(),
    pause: () => player.pause(),
    seek: (time) => player.seek(time),
    draw: () => view?.stage.draw(),
    spot: (joint) => view?.spot(joint),
    rods: () => view?.rods.ends(),
    reach: () => view?.reach(),
    span: (column) => plots.runs[0].columns.span(column),
  };
}

start();
