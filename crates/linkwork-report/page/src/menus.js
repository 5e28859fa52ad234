// The menus over the picture: what is shown, from where, what is followed and traced.
import { element } from "./format.js";
import { choices } from "./traces.js";
import { LAYERS } from "./view.js";

const VIEWS = [
  ["best", "Best"],
  ["front", "Front"],
  ["side", "Side"],
  ["above", "Above"],
];

export class Menus {
  constructor(view) {
    this.view = view;
    this.fillShow();
    this.fillCamera();
    this.fillTrace();
    document.getElementById("fit-button").addEventListener("click", () => view.fit());
    // One menu at a time, and none when the user turns to something else.
    const all = [...document.querySelectorAll("details.menu")];
    document.addEventListener("pointerdown", (event) =>
      all.filter((menu) => !menu.contains(event.target)).forEach((menu) => (menu.open = false)),
    );
    document.addEventListener(
      "keydown",
      (event) => event.key === "Escape" && all.forEach((menu) => (menu.open = false)),
    );
  }

  fillShow() {
    const { view } = this;
    const list = document.getElementById("show-list");
    const run = view.main;
    const none = {
      springs: view.springs.list.length === 0,
      loads: run.forces.length === 0,
      weights: !run.model.gravity.some((g) => g !== 0),
      reactions: view.arrows.acting.length === 0,
      moments: !view.arrows.hasMoments,
      joints: run.joints.length === 0,
    };
    this.boxes = {};
    for (const [word, label] of LAYERS) {
      if (none[word]) continue;
      const box = element("input", {
        type: "checkbox",
        "data-layer": word,
        onchange: () => view.show(word, box.checked),
      });
      box.checked = view.shown[word];
      this.boxes[word] = box;
      list.append(element("label", { class: "check" }, box, ` ${label}`));
    }
    const scale = element("input", {
      type: "range",
      min: "-1.5",
      max: "1.5",
      step: "0.05",
      value: "0",
      "aria-label": "Length of arrows",
    });
    scale.addEventListener("input", () => view.setArrowScale(10 ** Number(scale.value)));
    list.append(element("label", { class: "stack" }, "Length of arrows", scale));
  }

  toggle(word) {
    this.boxes[word]?.click();
  }

  fillCamera() {
    const { view } = this;
    const row = document.getElementById("camera-views");
    if (view.main.planar) row.hidden = true;
    VIEWS.forEach(([word, label]) =>
      row.append(element("button", { type: "button", onclick: () => view.look(word) }, label)),
    );
    this.follow = document.getElementById("follow");
    this.follow.append(
      element("option", { value: "none" }, "nothing"),
      element("option", { value: "all" }, "the mechanism"),
    );
    view.main.bodies.forEach((body, b) => this.follow.append(element("option", { value: b }, body.name)));
    this.follow.value = view.followed;
    this.follow.addEventListener("change", () => view.follow(this.follow.value));
  }

  fillTrace() {
    const select = document.getElementById("trace");
    const { bodies, joints } = choices(this.view.main);
    const group = (label, list) => {
      const options = list.filter((c) => c.body >= 0).map((c) => element("option", { value: c.id }, c.label));
      return element("optgroup", { label }, ...options);
    };
    select.append(
      element("option", { value: "" }, "choose …"),
      group("Centres of mass", bodies),
      group("Joint points", joints),
    );
    select.addEventListener("change", () => {
      if (select.value && !this.view.traces.has(select.value)) this.toggleTrace(select.value);
      select.value = "";
    });
  }

  toggleTrace(id) {
    const { traces } = this.view;
    traces.toggle(id);
    const chip = (choice) =>
      element(
        "li",
        { style: `--color: ${choice.color}` },
        choice.label,
        element(
          "button",
          { type: "button", "aria-label": `Stop tracing ${choice.label}`, onclick: () => this.toggleTrace(choice.id) },
          "×",
        ),
      );
    document.getElementById("trace-list").replaceChildren(...traces.chosen().map(chip));
    this.view.stage.invalidate();
  }

  /** Traces the body that is followed, or was pointed at last, or the last one, or stops it. */
  traceOne() {
    const { view } = this;
    const followed = Number(view.followed);
    const body = Number.isInteger(followed) ? followed : (view.labels.found?.body ?? view.main.bodies.length - 1);
    if (view.main.bodies.length > 0) this.toggleTrace(`b${body}`);
  }
}
