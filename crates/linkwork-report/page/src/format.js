// Numbers for people, and the elements in which they stand.

/** About four digits. */
export function number(x) {
  if (x === null || x === undefined || Number.isNaN(x)) return "–";
  if (x === 0) return "0";
  const size = Math.abs(x);
  if (size >= 1e5 || size < 1e-3) return x.toExponential(2).replace("e+", "e").replace("-", "−").replace("e-", "e−");
  return String(Number(x.toPrecision(4))).replace("-", "−");
}

/** A number of an axis, as short as it can be. */
export function tick(x) {
  const round = Number(x.toPrecision(6));
  const size = Math.abs(round);
  const text = size !== 0 && (size >= 1e5 || size < 1e-3) ? round.toExponential().replace("e+", "e") : String(round);
  return text.replaceAll("-", "−");
}

/** A time with as many digits as its span needs. */
export function seconds(t, span) {
  const digits = span > 0 ? Math.min(Math.max(3 - Math.floor(Math.log10(span)), 0), 6) : 3;
  return t.toFixed(digits);
}

/** A duration with three digits in the unit that suits it. */
export function duration(s) {
  if (!(s > 0)) return "0 s";
  const [k, unit] = s >= 1 ? [1, "s"] : s >= 1e-3 ? [1e3, "ms"] : s >= 1e-6 ? [1e6, "µs"] : [1e9, "ns"];
  return `${Number((s * k).toPrecision(3))} ${unit}`;
}

export function ordinal(n) {
  const rest = n % 100;
  const ending = rest > 10 && rest < 20 ? "th" : ({ 1: "st", 2: "nd", 3: "rd" }[n % 10] ?? "th");
  return `${n}${ending}`;
}

/** An element with attributes and children. */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === "class") made.className = value;
    else if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}
