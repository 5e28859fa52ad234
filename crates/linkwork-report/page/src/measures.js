// Measures of the picture: the axes of the world with their letters, a scale of lengths, and a key of arrows with
// theirs.
import * as THREE from "three";
import { COLORS } from "./arrows.js";
import { number } from "./format.js";
import { roundSpeed } from "./player.js";

const LETTERS = ["x", "y", "z"];
/** The length of the axes, in pixels. */
const REACH = 30;
const axis = new THREE.Vector3();
const turned = new THREE.Quaternion();

/** A length in the unit that suits it. */
function metres(x) {
  return x >= 0.1 ? `${number(x)} m` : x >= 1e-4 ? `${number(1e3 * x)} mm` : `${number(1e6 * x)} µm`;
}

const drawing = (width, height, parts) => `<svg width="${width}" height="${height}">${parts}</svg>`;
const line = (path, color) => `<path d="${path}" fill="none" stroke="${color}" stroke-width="2"/>`;
const head = (path, color) => `<path d="${path}" fill="${color}"/>`;

/** A straight arrow of so many pixels. */
function straight(length, color) {
  const width = Math.round(length);
  const neck = Math.max(width - 8, 0);
  return drawing(width, 10, line(`M0 5H${neck}`, color) + head(`M${neck} 1 ${width} 5 ${neck} 9z`, color));
}

/** Three quarters of a ring of this radius, with a head. */
function bent(radius, color) {
  const r = Math.round(radius);
  const [middle, end] = [r + 5, 2 * r + 5];
  const ring = line(`M${end} ${middle}A${r} ${r} 0 1 0 ${middle} ${end}`, color);
  return drawing(end + 5, end + 5, ring + head(`M${middle} ${end - 4}v8l8 -4z`, color));
}

export class Measures {
  /** `labels` are the words for the layers of arrows. */
  constructor(stage, { ground, arrows, planar, labels }, { triad, scale, arrowKey }) {
    Object.assign(this, { stage, ground, arrows, labels, triad, scale, arrowKey });
    this.axes = LETTERS.filter((letter) => !planar || letter !== "z").map((letter, k) => this.addAxis(letter, k));
    this.said = new Map();
  }

  addAxis(letter, k) {
    const make = (tag) => document.createElementNS("http://www.w3.org/2000/svg", tag);
    const [group, line, text] = [make("g"), make("line"), make("text")];
    group.setAttribute("class", letter);
    text.textContent = letter;
    group.append(line, text);
    this.triad.append(group);
    return { k, group, line, text };
  }

  /** After every picture; what is as it was is left alone. */
  update() {
    const { camera } = this.stage;
    if (!turned.equals(camera.quaternion) || !this.said.size) this.turnTriad(turned.copy(camera.quaternion));
    this.tell(this.scale, this.lengths());
    this.tell(this.arrowKey, this.loads());
    this.arrowKey.hidden = this.said.get(this.arrowKey) === "";
  }

  turnTriad(orientation) {
    const inverse = orientation.clone().invert();
    for (const one of this.axes) {
      axis.set(0, 0, 0).setComponent(one.k, 1).applyQuaternion(inverse);
      one.depth = axis.z;
      one.line.setAttribute("x2", (REACH * axis.x).toFixed(1));
      one.line.setAttribute("y2", (-REACH * axis.y).toFixed(1));
      // The letter stands beyond the end, beside it where the axis points at the viewer.
      const flat = Math.hypot(axis.x, axis.y) || 1;
      const out = REACH * flat + 10;
      one.text.setAttribute("x", ((out * axis.x) / flat).toFixed(1));
      one.text.setAttribute("y", ((-out * axis.y) / flat).toFixed(1));
    }
    // What is nearer is drawn later.
    [...this.axes].sort((a, b) => a.depth - b.depth).forEach((one) => this.triad.append(one.group));
  }

  tell(host, html) {
    if (this.said.get(host) === html) return;
    this.said.set(host, html);
    host.innerHTML = html;
  }

  /** How many pixels a metre has, in the middle of the picture where things look smaller farther away. */
  pixels() {
    const { camera, controls, height } = this.stage;
    const seen = camera.isOrthographicCamera
      ? (camera.top - camera.bottom) / camera.zoom
      : 2 * Math.tan((camera.fov / 360) * Math.PI) * camera.position.distanceTo(controls.target);
    return height / seen;
  }

  /** In space the grid tells lengths, being seen as far away as what stands on it; else a bar does. */
  lengths() {
    const { lines, spacing } = this.ground;
    if (!this.stage.planar && lines.visible) return `<i class="square"></i>grid ${metres(spacing)}`;
    const pixels = this.pixels();
    const length = roundSpeed(90 / pixels);
    return `<i class="bar" style="width: ${(length * pixels).toFixed(1)}px"></i>${metres(length)}`;
  }

  /** The layers of arrows that are shown, and how long a force, how wide a moment is drawn. */
  loads() {
    const { arrows, labels } = this;
    const shown = Object.keys(COLORS).filter((word) => arrows.isShown(word));
    if (shown.length === 0) return "";
    const pixels = this.pixels() * arrows.factor;
    const rows = shown.map((word) => {
      const swatch = word === "moments" ? bent(5, COLORS[word]) : straight(18, COLORS[word]);
      return `<li>${labels[word]} ${swatch}</li>`;
    });
    if (shown.some((word) => word !== "moments")) {
      const force = roundSpeed(60 / (arrows.perForce * pixels));
      rows.push(`<li>${number(force)} N ${straight(force * arrows.perForce * pixels, "currentColor")}</li>`);
    }
    if (arrows.perMoment > 0 && (shown.includes("moments") || (shown.includes("loads") && arrows.hasLoadMoments))) {
      const moment = roundSpeed(14 / (arrows.perMoment * pixels));
      rows.push(`<li>${number(moment)} N·m ${bent(moment * arrows.perMoment * pixels, "currentColor")}</li>`);
    }
    return rows.join("");
  }
}
