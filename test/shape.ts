/** The shape of a response, independent of its data: names, their order, and types of values. */
export function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shapeOf(member)]));
  return value === null ? "anything" : typeof value;
}

/** A line of an HTTP response without variable parts: figures, tags, ids and dates. */
export function lineShape(line: string): string {
  if (/^[{[]/.test(line)) return JSON.stringify(shapeOf(JSON.parse(line)));
  return line
    .trim()
    .replace(/^(X-Request-Id|ETag): .*/i, "$1: …")
    .replaceAll(/\d+/g, "0");
}

/** The lines of a documented response that match no line of the real one. */
export function unmatchedLines(shown: string, real: string): string[] {
  const lines = new Set(
    real
      .split("\n")
      .filter((line) => line.trim() !== "")
      .map(lineShape),
  );
  return shown.split("\n").filter((line) => !["", "…"].includes(line.trim()) && !lines.has(lineShape(line)));
}

/**
 * The places where a real value differs in shape from the documented one: other names, another order, or another
 * type. Null matches any type. In a list, one element must match the first documented one.
 */
export function differences(shown: unknown, real: unknown, place = "it"): string[] {
  if (shown === null || real === null) return [];
  const kinds = [shown, real].map((value) => (Array.isArray(value) ? "array" : typeof value));
  if (kinds[0] !== kinds[1]) return [`${place}: shown is ${kinds.join(", and came ")}`];
  if (Array.isArray(shown) && Array.isArray(real)) return differencesOfLists(shown, real, place);
  if (typeof shown !== "object" || typeof real !== "object") return [];
  const names = [shown, real].map((value) => Object.keys(value).join());
  if (names[0] !== names[1]) return [`${place}: shown is ${names.join(", and came ")}`];
  return Object.entries(shown).flatMap(([name, member]) =>
    differences(member, Reflect.get(real, name), `${place}.${name}`),
  );
}

function differencesOfLists([first]: unknown[], real: unknown[], place: string): string[] {
  if (first === undefined) return [];
  const found = real.map((member) => differences(first, member, `${place}[]`));
  return found.find((differing) => differing.length === 0) ?? found[0] ?? [];
}
