// Light and dark: as the system has it, until the user chooses; and the colours by which things are told apart.

/** Of bodies and lines; told apart by colour-blind eyes too (after Okabe and Ito). */
export const PALETTE = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"];
/** The same for lines on a dark ground. */
const BRIGHT = ["#4aa8e8", "#ff8a4a", "#2fc99c", "#e29bc4", "#f2b632", "#8fd3ff"];
const KEY = "linkwork-theme";

export class Theme extends EventTarget {
  constructor(button) {
    super();
    this.system = matchMedia("(prefers-color-scheme: dark)");
    this.chosen = stored();
    this.button = button;
    this.system.addEventListener("change", () => this.apply());
    button.addEventListener("click", () => this.toggle());
    this.apply();
  }

  get name() {
    return this.forced ?? this.chosen ?? (this.system.matches ? "dark" : "light");
  }

  /** The colour of the k-th line of a plot. */
  line(k) {
    const palette = this.name === "dark" ? BRIGHT : PALETTE;
    return palette[k % palette.length];
  }

  toggle() {
    this.chosen = this.name === "dark" ? "light" : "dark";
    try {
      localStorage.setItem(KEY, this.chosen);
    } catch {
      // A page from disk may have no storage; then the choice lasts as long as the page.
    }
    this.apply();
  }

  /** For paper: one theme whatever was chosen; `null` ends it. */
  force(name) {
    this.forced = name ?? undefined;
    this.apply();
  }

  apply() {
    document.documentElement.dataset.theme = this.name;
    this.button.textContent = this.name === "dark" ? "Light" : "Dark";
    this.dispatchEvent(new Event("change"));
  }

  /** The value of a variable of the style sheet. */
  color(variable) {
    return getComputedStyle(document.documentElement).getPropertyValue(variable).trim();
  }
}

function stored() {
  try {
    const name = localStorage.getItem(KEY);
    return name === "dark" || name === "light" ? name : null;
  } catch {
    return null;
  }
}
