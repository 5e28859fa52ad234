// Play, scrub, speed and loop, as the user sees and sets them.
import { element, seconds } from "./format.js";

const PLAY = '<svg viewBox="0 0 16 16" aria-hidden="true"><path d="M4 2.5v11l9.5-5.5z"/></svg>';
const PAUSE = '<svg viewBox="0 0 16 16" aria-hidden="true"><path d="M3.5 2.5h3v11h-3zM9.5 2.5h3v11h-3z"/></svg>';

export class Transport {
  constructor(player) {
    this.player = player;
    const byId = (id) => document.getElementById(id);
    Object.assign(this, {
      button: byId("play-button"),
      scrub: byId("scrub"),
      clock: byId("clock"),
      speed: byId("speed"),
      loop: byId("loop"),
    });
    this.scrub.min = player.start;
    this.button.addEventListener("click", () => player.toggle());
    this.scrub.addEventListener("input", () => player.seek(Number(this.scrub.value)));
    this.speed.addEventListener("change", () => player.setSpeed(Number(this.speed.value)));
    this.loop.addEventListener("change", () => player.setLoop(this.loop.checked));
    player.speeds().forEach((speed) => this.offer(speed));
    player.addEventListener("time", () => this.showTime());
    player.addEventListener("state", () => this.showState());
    this.showTime();
    this.showState();
  }

  offer(speed) {
    this.speed.append(
      element("option", { value: String(speed) }, `${speed >= 1e-4 && speed < 1e5 ? speed : speed.toExponential(0)}×`),
    );
  }

  showTime() {
    const { time, end, span } = this.player;
    this.scrub.max = end;
    this.scrub.disabled = this.button.disabled = !(span > 0);
    this.scrub.value = time;
    this.scrub.style.setProperty("--done", `${span > 0 ? (100 * (time - this.player.start)) / span : 0}%`);
    this.clock.textContent = `${seconds(time, span)} / ${seconds(end, span)} s`;
    this.scrub.setAttribute("aria-valuetext", `${seconds(time, span)} seconds`);
  }

  showState() {
    const { playing, speed, loop } = this.player;
    if (this.button.dataset.playing !== String(playing)) {
      this.button.dataset.playing = String(playing);
      this.button.innerHTML = playing ? PAUSE : PLAY;
      this.button.setAttribute("aria-label", playing ? "Pause" : "Play");
    }
    if (![...this.speed.options].some((option) => Number(option.value) === speed)) this.offer(speed);
    this.speed.value = String(speed);
    this.loop.checked = loop;
  }
}
