import { formatDay } from "@/components/ui/calendar";
import { partialDateInWords } from "@/components/form/typed-partial-date";
import type { RecordField } from "@/components/records/form/record-shape";
import { isDay } from "@/components/form/typed-day";
import { nameOfRecord, type Directory } from "@/components/records/record-name";
import { isPartialDate } from "@/lib/core/partial-dates.browser";
import type { FieldShape } from "@/lib/records/view.browser";
import type { ResourcePath } from "@/lib/resources/resource-views.browser";

type Field = FieldShape<ResourcePath>;

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

/** The value of a field of a record or of its details, for people. */
export function valueInWords(value: unknown, field: Field | null | undefined, directory: Directory): string {
  if (value === null || value === undefined || value === "") return "empty";
  if (field?.kind === "list" && Array.isArray(value))
    return value.map((entry) => entryInWords(entry, field.members, directory)).join("; ") || "empty";
  if (field?.kind === "ids")
    return (
      Object.entries(value)
        .map(([scheme, id]) => `${schemeName(scheme)} ${String(id)}`)
        .join(", ") || "empty"
    );
  if (typeof value === "number") return value.toLocaleString("en-GB", { maximumFractionDigits: 20 });
  if (typeof value !== "string") return JSON.stringify(value);
  if (field?.kind === "date" && isDay(value)) return formatDay(value);
  return field?.kind === "reference" ? nameOfRecord(field.to, value, directory) : value;
}

/** A value among those of which one is chosen: brackets tell that it is none. */
export function choiceInWords(...[value, field, directory]: Parameters<typeof valueInWords>): string {
  const words = valueInWords(value, field, directory);
  return words === "empty" ? "(empty)" : words;
}

/** An entry of a list: `Queen’s Theatre (former, 1959 – 2019)`, `Mar 2026 – 5 Sept 2026`. */
function entryInWords(entry: unknown, members: readonly Field[], directory: Directory): string {
  const values = new Map<string, unknown>(Object.entries(entry as object));
  const [from, to] = [dateOf(values.get("from")), dateOf(values.get("to"))];
  const period = from && to ? `${from} – ${to}` : from ? `from ${from}` : to ? `until ${to}` : null;
  const words = members
    .filter(({ name }) => name !== "from" && name !== "to")
    .flatMap((member) => {
      const value = values.get(member.name);
      if (value === null || value === undefined || value === false) return [];
      if (value === true) return [member.name];
      if (typeof value === "string") return [valueInWords(value, member, directory)];
      return [`${member.name.replaceAll("_", " ")} ${JSON.stringify(value)}`];
    });
  const isPeriod = members[0]?.name === "from";
  const [head, ...rest] = isPeriod ? [period ?? "days not known", ...words] : [...words, ...(period ? [period] : [])];
  return rest.length > 0 ? `${head} (${rest.join(", ")})` : (head ?? "empty");
}

function dateOf(value: unknown): string | null {
  return typeof value === "string" && isPartialDate(value) ? partialDateInWords(value) : null;
}

/** The resources whose records these fields refer to. */
export function referencesOf(fields: readonly (Field | RecordField)[]): ResourcePath[] {
  return fields.flatMap((field) => {
    if (field.kind === "list") return referencesOf(field.members);
    return field.kind === "reference" ? [field.to] : [];
  });
}
