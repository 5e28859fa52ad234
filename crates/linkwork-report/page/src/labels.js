// Names: of what is under the pointer, and on request of all bodies, as many as fit without covering one another.
import * as THREE from "three";
import { place } from "./data.js";
import { element, number } from "./format.js";

const MOST_NAMES = 60;
const ORIGIN = [0, 0, 0];
const SPOT = [0, 0, 0];
const at = new THREE.Vector3();

export class Labels {
  constructor(stage, run, solids, joints, { tags, hover }) {
    Object.assign(this, { stage, run, solids, joints, tags, hover });
    tags.hidden = true;
    this.caster = new THREE.Raycaster();
    this.pointer = null;
    const { canvas } = stage;
    canvas.addEventListener("pointermove", (event) => this.point(event));
    canvas.addEventListener("pointerleave", () => this.leave());
    canvas.addEventListener("pointerdown", () => this.leave());
    this.step = Math.max(1, Math.ceil(run.bodies.length / MOST_NAMES));
    this.names = run.bodies
      .filter((_, b) => b % this.step === 0)
      .map((body, k) => {
        const made = element("span", { class: "tag" }, body.name);
        made.hidden = true;
        tags.append(made);
        return { made, body: k * this.step };
      });
  }

  show(visible) {
    this.tags.hidden = !visible;
    this.stage.invalidate();
  }

  point(event) {
    const first = this.pointer === null;
    this.pointer = { x: event.offsetX, y: event.offsetY, buttons: event.buttons };
    if (first) requestAnimationFrame(() => this.find());
  }

  leave() {
    this.pointer = null;
    this.hover.hidden = true;
  }

  /** What is under the pointer: a joint rather than a body. */
  find() {
    const at = this.pointer;
    this.pointer = null;
    if (at === null || at.buttons !== 0) return;
    const { clientWidth: width, clientHeight: height } = this.stage.canvas;
    this.caster.setFromCamera(new THREE.Vector2((2 * at.x) / width - 1, 1 - (2 * at.y) / height), this.stage.camera);
    const groups = this.joints.group.visible ? [this.joints.group, this.solids.group] : [this.solids.group];
    const hits = groups.flatMap((group) => this.caster.intersectObject(group, true));
    const joint = hits.find((hit) => hit.object.userData.tags[hit.instanceId].joint !== undefined);
    const nearest = hits.sort((a, b) => a.distance - b.distance)[0];
    const hit = joint && joint.distance < nearest.distance + 0.05 * this.stage.size ? joint : nearest;
    this.hover.hidden = hit === undefined;
    if (hit === undefined) return;
    this.found = hit.object.userData.tags[hit.instanceId];
    this.hover.textContent = this.describe(this.found);
    this.hover.style.left = `${Math.min(at.x + 14, width - this.hover.offsetWidth - 6)}px`;
    this.hover.style.top = `${Math.min(at.y + 16, height - this.hover.offsetHeight - 6)}px`;
  }

  describe(tag) {
    if (tag.joint === undefined) {
      if (tag.body < 0) return "ground";
      const body = this.run.bodies[tag.body];
      return `${body.name} · ${number(body.mass)} kg`;
    }
    const joint = this.run.joints[tag.joint];
    const name = (b) => (b < 0 ? "ground" : this.run.bodies[b].name);
    const kind = joint.type.replace("_", " ") + (joint.driven ? ", driven" : "");
    return [joint.name, kind, joint.bodies.map(name).join(" – "), ...this.reaction(joint)].join(" · ");
  }

  /** How large force and moment of a joint are at the moment, where they are known. */
  reaction(joint) {
    const { run } = this;
    if (joint.reaction === null) return [];
    const size = (first) =>
      Math.hypot(...run.vector(run.frames.reactions, run.model.joints.reactions, joint.reaction, first, SPOT));
    const moment = size(3);
    const isMoment = moment > 1e-9 * size(0) * this.stage.size;
    return [`${number(size(0))} N`, ...(isMoment ? [`${number(moment)} N·m`] : [])];
  }

  /** Places names beside their bodies; later ones that would cover earlier ones stay hidden. */
  update() {
    if (this.tags.hidden) return;
    const taken = [];
    for (const name of this.names) {
      const { made, body } = name;
      at.fromArray(place(this.run.pose, body, ORIGIN, SPOT));
      const isSeen = this.stage.project(at);
      made.hidden = !isSeen;
      if (!isSeen) continue;
      const width = (name.width ||= made.offsetWidth);
      const box = { left: at.x + 8, right: at.x + 8 + width, top: at.y - 10, bottom: at.y + 10 };
      const covered = taken.some(
        (t) => box.left < t.right && box.right > t.left && box.top < t.bottom && box.bottom > t.top,
      );
      made.hidden = covered || box.right > this.stage.width || box.left < 0;
      if (made.hidden) continue;
      taken.push(box);
      made.style.transform = `translate(${box.left.toFixed(1)}px, ${box.top.toFixed(1)}px)`;
    }
  }
}
