// The dialog in which columns are chosen: owners with their components, found by typing.
import { groups, split } from "./columns.js";
import { element } from "./format.js";

/** More owners than this are shown only when they are searched for. */
const MOST_OWNERS = 120;

export class Picker {
  constructor(run) {
    this.dialog = document.getElementById("picker");
    this.owners = groups(run);
    this.total = { shown: run.columns.names.length + 1, of: run.columns.of };
    this.search = element("input", {
      type: "search",
      placeholder: "Search, for example crank.x or energy",
      "aria-label": "Search columns",
    });
    this.list = element("div", { class: "owners" });
    const close = element("button", { type: "button", class: "primary", onclick: () => this.dialog.close() }, "Done");
    this.dialog.append(element("div", { class: "dialog-bar" }, this.search, close), this.list);
    this.search.addEventListener("input", () => this.fill());
    this.dialog.addEventListener("click", (event) => event.target === this.dialog && this.dialog.close());
  }

  open(card) {
    this.card = card;
    this.search.value = "";
    this.fill();
    this.dialog.showModal();
    this.search.focus();
  }

  fill() {
    const wanted = this.search.value.trim().toLowerCase();
    const fits = (owner) =>
      wanted === "" ||
      owner.owner.toLowerCase().includes(wanted) ||
      owner.columns.some((c) => c.name.toLowerCase().includes(wanted));
    const found = this.owners.filter(fits);
    this.list.replaceChildren();
    let kind = "";
    for (const owner of found.slice(0, MOST_OWNERS)) {
      if (owner.kind !== kind) this.list.append(element("h3", {}, (kind = owner.kind)));
      this.list.append(this.row(owner, wanted));
    }
    if (found.length === 0) this.list.append(element("p", { class: "note" }, "No column has this in its name."));
    if (found.length > MOST_OWNERS)
      this.list.append(
        element("p", { class: "note" }, `${found.length - MOST_OWNERS} more; type a part of the name to find them.`),
      );
    if (this.total.shown < this.total.of) {
      this.list.append(
        element(
          "p",
          { class: "note" },
          `The page has ${this.total.shown} of ${this.total.of} columns; the trajectory file has all of them.`,
        ),
      );
    }
  }

  row(owner, wanted) {
    const exact = owner.columns.filter((c) => c.name.toLowerCase().includes(wanted));
    const shown = owner.owner.toLowerCase().includes(wanted) || exact.length === 0 ? owner.columns : exact;
    const chip = ({ name, component }) => {
      const button = element(
        "button",
        { type: "button", "aria-pressed": String(this.card.names.includes(name)), "aria-label": name },
        component,
      );
      button.addEventListener("click", () => {
        this.card.toggle(name);
        button.setAttribute("aria-pressed", String(this.card.names.includes(name)));
      });
      return button;
    };
    return element(
      "div",
      { class: "owner" },
      element("span", { title: split(owner.columns[0].name)[0] }, owner.owner),
      element("div", {}, ...shown.map(chip)),
    );
  }
}
