/** What two answers have in common however the data differs: names, their order, and kinds of values. */
export function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shapeOf(member)]));
  return value === null ? "anything" : typeof value;
}

/** A line of an HTTP answer without what differs from one to the next: figures, tags, ids and dates. */
export function lineShape(line: string): string {
  if (/^[{[]/.test(line)) return JSON.stringify(shapeOf(JSON.parse(line)));
  return line
    .trim()
    .replace(/^(X-Request-Id|ETag): .*/i, "$1: …")
    .replaceAll(/\d+/g, "0");
}

/** The lines of a shown answer that no line of the real one is like. */
export function unlike(shown: string, real: string): string[] {
  const lines = new Set(
    real
      .split("\n")
      .filter((line) => line.trim() !== "")
      .map(lineShape),
  );
  return shown.split("\n").filter((line) => !["", "…"].includes(line.trim()) && !lines.has(lineShape(line)));
}
