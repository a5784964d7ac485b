import { formatDay, partialDateInWords } from "../core/date-words.browser.ts";
import { lazy } from "../core/memoize.browser.ts";
import { isPartialDate } from "../core/partial-dates.browser.ts";
import type { FieldShape } from "./view.browser.ts";

/** Returns what people call the record of a resource; its id where that is not known. */
export type NameOf<Path extends string> = (path: Path, id: string) => string;

const numbers = lazy(() => new Intl.NumberFormat("en-GB", { maximumFractionDigits: 20 }));

/** The sites that know records by ids of their own. */
const schemes: Readonly<Record<string, string>> = {
  wikidata: "Wikidata",
  isni: "ISNI",
  imdb: "IMDb",
  ibdb: "IBDB",
  musicbrainz: "MusicBrainz",
  theatricalia: "Theatricalia",
};

export function schemeName(scheme: string): string {
  return schemes[scheme] ?? scheme;
}

/** The value of a field of a record or of its details, for people: `14 Mar 2026`. Null when it is empty. */
export function valueInWords<Path extends string>(
  value: unknown,
  field: FieldShape<Path> | null | undefined,
  nameOf: NameOf<Path>,
): string | null {
  if (value === null || value === undefined || value === "") return null;
  if (field?.kind === "list" && Array.isArray(value))
    return value.map((entry) => entryInWords(entry, field.members, nameOf)).join("; ") || null;
  if (field?.kind === "ids") {
    const ids = Object.entries(value).map(([scheme, id]) => `${schemeName(scheme)} ${String(id)}`);
    return ids.join(", ") || null;
  }
  if (typeof value === "number") return numbers().format(value);
  if (typeof value !== "string") return JSON.stringify(value);
  if (field?.kind === "choice") return value.replaceAll("-", " ");
  if (field?.kind === "date" || field?.kind === "partialDate") return dateOf(value) ?? value;
  return field?.kind === "reference" ? nameOf(field.to, value) : value;
}

/** An entry of a list: `Queen’s Theatre (former, 1959 – 2019)`, `Mar 2026 – 5 Sept 2026`. */
function entryInWords<Path extends string>(
  entry: unknown,
  members: readonly FieldShape<Path>[],
  nameOf: NameOf<Path>,
): string {
  const values = new Map<string, unknown>(Object.entries(entry as object));
  const [from, to] = [dateOf(values.get("from")), dateOf(values.get("to"))];
  const period = from && to ? `${from} – ${to}` : from ? `from ${from}` : to ? `until ${to}` : null;
  const words = members
    .filter(({ name }) => name !== "from" && name !== "to")
    .flatMap((member) => {
      const value = values.get(member.name);
      if (value === null || value === undefined || value === false) return [];
      if (value === true) return [member.name];
      if (typeof value === "string") return [valueInWords(value, member, nameOf) ?? ""];
      const label = member.name.replaceAll("_", " ");
      if (!Array.isArray(value)) return [`${label} ${JSON.stringify(value)}`];
      return value.length === 0 ? [] : [`${label} ${value.map((one: unknown) => dateOf(one) ?? one).join(", ")}`];
    });
  const isPeriod = members[0]?.name === "from";
  const [head, ...rest] = isPeriod ? [period ?? "days not known", ...words] : [...words, ...(period ? [period] : [])];
  return rest.length > 0 ? `${head} (${rest.join(", ")})` : (head ?? "");
}

function dateOf(value: unknown): string | null {
  return typeof value === "string" && isPartialDate(value) ? partialDateInWords(value) : null;
}

/** `Press release (press, https://…, read 3 Mar 2026, note)`. */
export function sourceInWords(source: Readonly<Record<string, unknown>>): string {
  const { name, kind, url, read_on: readOn, note } = source;
  const more = [kind, url, typeof readOn === "string" ? `read ${formatDay(readOn)}` : null, note];
  return `${String(name)} (${more.filter((one) => typeof one === "string" && one !== "").join(", ")})`;
}
