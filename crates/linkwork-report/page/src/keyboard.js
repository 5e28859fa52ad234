// Keys: one table for what they do and for the help that tells of it.
import { element } from "./format.js";

/** Elements that need the keys themselves. */
function wantsKeys(target, key) {
  if (target.closest("dialog")) return true;
  if (target.matches("input[type=search], select, textarea")) return true;
  if (target.matches("input[type=range]")) return key.startsWith("Arrow") || key === "Home" || key === "End";
  return target.matches("button, summary, input") && (key === " " || key === "Enter");
}

export class Keyboard {
  constructor({ player, view, menus, theme }) {
    const step = (direction, share) => {
      player.pause();
      player.seek(player.time + direction * share * player.span);
    };
    this.table = [
      [[" "], "Space", "play or pause", () => player.toggle()],
      [
        ["ArrowRight"],
        "→",
        "a little later; with Shift, a tenth of the whole",
        (e) => step(1, e.shiftKey ? 0.1 : 0.01),
      ],
      [
        ["ArrowLeft"],
        "←",
        "a little earlier; with Shift, a tenth of the whole",
        (e) => step(-1, e.shiftKey ? 0.1 : 0.01),
      ],
      [["Home"], "Home", "to the beginning", () => player.seek(player.start)],
      [
        ["End"],
        "End",
        "to the end",
        () => {
          player.pause();
          player.seek(player.end);
        },
      ],
      [["+", "="], "+", "faster", () => player.faster(1)],
      [["-"], "−", "slower", () => player.faster(-1)],
      [["f"], "f", "zoom to fit", () => view.fit()],
      [["t"], "t", "trace the body that is followed or was pointed at", () => menus.traceOne()],
      [["j"], "j", "joints", () => menus.toggle("joints")],
      [["a"], "a", "axes", () => menus.toggle("axes")],
      [["n"], "n", "names", () => menus.toggle("names")],
      [["r"], "r", "forces of joints", () => menus.toggle("reactions")],
      [["m"], "m", "moments of joints and motors", () => menus.toggle("moments")],
      [["d"], "d", "light or dark", () => theme.toggle()],
      [["?"], "?", "this help", () => this.help()],
    ];
    this.dialog = document.getElementById("help");
    this.fillHelp();
    document.getElementById("help-button").addEventListener("click", () => this.help());
    document.addEventListener("keydown", (event) => this.press(event));
  }

  press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || wantsKeys(event.target, event.key)) return;
    const entry = this.table.find(([keys]) => keys.includes(event.key));
    if (entry === undefined) return;
    event.preventDefault();
    entry[3](event);
  }

  fillHelp() {
    const rows = this.table.map(([, key, what]) =>
      element("tr", {}, element("th", {}, element("kbd", {}, key)), element("td", {}, what)),
    );
    const mouse = [
      ["drag", "turn the picture (planar models: move it); with the right button, move it"],
      ["wheel", "zoom"],
      ["drag in a plot", "zoom in time; double click shows all of it"],
      ["click in a plot", "go to that time"],
    ];
    rows.push(...mouse.map(([key, what]) => element("tr", {}, element("th", {}, key), element("td", {}, what))));
    const close = element("button", { type: "button", class: "primary", onclick: () => this.dialog.close() }, "Close");
    this.dialog.append(
      element("div", { class: "dialog-bar" }, element("h2", {}, "Keys and mouse"), close),
      element("table", {}, ...rows),
    );
    this.dialog.addEventListener("click", (event) => event.target === this.dialog && this.dialog.close());
  }

  help() {
    this.dialog.showModal();
  }
}
