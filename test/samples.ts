import { resources } from "../lib/resources/resources.ts";
import { z } from "zod";
import { referencesIn } from "../lib/core/fields.browser.ts";

/** The test data of a resource, from its `sample.ts`. */
export interface Sample<Record> {
  /** A body that creates a record; it may refer to records of the dataset. `n` makes bodies differ. */
  body(n: number): Creation<Record>;
  /** Further refused values, because of the resource's own rules. */
  readonly refused?: { readonly [Field in keyof Record]?: readonly unknown[] };
  /** Replaces the accepted values of the field's kind, if not all of them fit the rest of `body`. */
  readonly allowed?: { readonly [Field in keyof Record]?: readonly unknown[] };
}

/** Nullable fields may be absent. */
type Creation<Record> = Omit<
  { [Field in keyof Record as null extends Record[Field] ? never : Field]: Record[Field] } & {
    [Field in keyof Record as null extends Record[Field] ? Field : never]?: Record[Field];
  },
  "id"
>;

type Values = Readonly<Record<string, readonly unknown[]>>;
type AnySample = Sample<Record<string, unknown>>;

const reference: BoundaryValues = { refused: ["nothing", "", {}, 5, "a\u0000"], allowed: [] };

const date: BoundaryValues = {
  refused: [
    ...["2026-02-30", "2026-2-3", "2026-02-03T00:00:00Z", "31-12-2026", "0000-01-01", "12026-01-01", "tomorrow", ""],
    20260203,
  ],
  allowed: ["2028-02-29", "0001-01-01", "9999-12-31"],
};

const controls = ["\0", "\u0007", "\v", "\f", "\u001b", "\u007f", "\u0085", "\u009f", "\u2028", "\u2029"];
/** Zero width, fillers, a blank of braille, tags, marks and what they stand on. */
const invisible = ["\u200b\u200d\ufeff", "\u3164", "\u115f\u1160", "\uffa0 \u2800", "\u{e0041}\u{e007f}", "\u0301"];
const directed = [..."\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"].map(
  (one) => `a${one}b`,
);
const lineEnds = ["a\nb", "a\tb", "a\r\nb", "a\rb"];

const files = import.meta.glob<{ sample: AnySample }>("/lib/resources/*/sample.ts", { eager: true });

const found = resources.map((resource) => {
  const file = `/lib/resources/${resource.path}/sample.ts`;
  const sample = files[file]?.sample;
  if (!sample) throw new Error(`Tests need a sample of the ${resource.plural.toLowerCase()}: ${file.slice(1)}.`);
  return { resource, sample, ofFields: fieldValues(resource.record) };
});

const byPath = <Value>(valueOf: (one: (typeof found)[number]) => Value) =>
  Object.fromEntries(found.map((one) => [one.resource.path, valueOf(one)]));

/** A body that creates a record of each resource, by its path. */
export const samples: Record<string, (n: number) => Record<string, unknown>> = byPath(({ sample }) => sample.body);

/** Refused values by field; the last one of a field is refused regardless of the other fields. */
export const invalidValues: Record<string, Values> = byPath(({ sample, ofFields }) =>
  Object.fromEntries(
    Object.entries(ofFields).map(([field, values]) => [field, [...(sample.refused?.[field] ?? []), ...values.refused]]),
  ),
);

/** Accepted boundary values by field. */
export const validValues: Record<string, Values> = byPath(({ sample, ofFields }) =>
  Object.fromEntries(
    Object.entries(ofFields).map(([field, values]) => [field, sample.allowed?.[field] ?? values.allowed]),
  ),
);

interface BoundaryValues {
  readonly refused: readonly unknown[];
  readonly allowed: readonly unknown[];
}

/** For each field of a record except its id: values that its schema refuses, and boundary values that it accepts. */
export function fieldValues(record: z.ZodObject): Record<string, BoundaryValues> {
  const references = referencesIn(record);
  const shape = Object.entries(record.shape as Record<string, z.ZodType>).filter(([field]) => field !== "id");
  return Object.fromEntries(
    shape.map(([field, schema]) => {
      const { refused, allowed } = references.has(field) ? reference : valuesOf(schema);
      const isNullable = schema.safeParse(null).success;
      return [
        field,
        { refused: isNullable ? refused : [null, ...refused], allowed: isNullable ? [...allowed, null] : allowed },
      ];
    }),
  );
}

function valuesOf(schema: z.ZodType): BoundaryValues {
  const { anyOf, ...own } = z.toJSONSchema(schema, { io: "output" });
  const { type, format, enum: options, minLength, maxLength = 0, pattern } = anyOf?.[0] ?? own;
  if (options) return { refused: ["none-of-these", "", 1], allowed: options };
  if (type === "number" || type === "integer") {
    const { minimum = 0, maximum = 0 } = anyOf?.[0] ?? own;
    const refused = [minimum - 0.1, maximum + 0.1, String(minimum), true, {}];
    return {
      refused: type === "integer" ? [minimum - 1, maximum + 1, ...refused] : refused,
      allowed: [minimum, maximum],
    };
  }
  if (format === "date") return date;
  if (format === "uri") return url(maxLength);
  // Only the resource's sample knows accepted values.
  if (pattern !== undefined) return { refused: [5], allowed: [] };
  const isTrimmed = schema.safeParse(" a ").data === "a";
  return text(maxLength, { isRequired: Boolean(minLength), isTrimmed, isOneLine: !schema.safeParse("a\nb").success });
}

function url(maxLength: number): BoundaryValues {
  const start = "https://e.co/";
  return {
    refused: [
      ...controls.map((one) => `https://example.com/a${one}b`),
      ...["ftp://example.com/a", "javascript:alert(1)", "example.com", "http://", "https://example.com/a b", ""],
      "https://example.com/a\ud800",
      start + "a".repeat(maxLength + 1 - start.length),
    ],
    allowed: [start + "a".repeat(maxLength - start.length), "HTTP://EXAMPLE.COM/é"],
  };
}

interface TextRules {
  readonly isRequired: boolean;
  readonly isTrimmed: boolean;
  readonly isOneLine: boolean;
}

/** Lengths are in code points. */
function text(maxLength: number, { isRequired, isTrimmed, isOneLine }: TextRules): BoundaryValues {
  const long = ["a", "𝄞"].map((character) => character.repeat(maxLength));
  const broken = [...controls.map((one) => `a${one}b`), ...(isOneLine ? lineEnds : [])];
  return {
    refused: [
      ...invisible,
      ...(isRequired ? ["", "\n\t "] : []),
      ...(isTrimmed ? directed : []),
      ...long.map((one) => `${one}a`),
      ...[...broken, "a\ud800", 7, {}],
    ],
    allowed: [
      ...["X", ...long, ...(isRequired ? [] : [""]), ...(isTrimmed ? ["  trimmed  "] : [])],
      ...(isOneLine ? [] : lineEnds),
    ],
  };
}
