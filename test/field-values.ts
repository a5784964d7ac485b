import { z } from "zod";
import { referencesIn } from "../lib/core/fields.browser.ts";

interface Values {
  readonly refused: readonly unknown[];
  readonly allowed: readonly unknown[];
}

/** For each field of a record except its id: values that its schema refuses, and boundary values that it accepts. */
export function fieldValues(record: z.ZodObject): Record<string, Values> {
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

function valuesOf(schema: z.ZodType): Values {
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

const reference: Values = { refused: ["nothing", "", {}, 5, "a\u0000"], allowed: [] };

const date: Values = {
  refused: [
    ...["2026-02-30", "2026-2-3", "2026-02-03T00:00:00Z", "31-12-2026", "0000-01-01", "12026-01-01", "tomorrow", ""],
    20260203,
  ],
  allowed: ["2028-02-29", "0001-01-01", "9999-12-31"],
};

function url(maxLength: number): Values {
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

const controls = ["\0", "\u0007", "\v", "\f", "\u001b", "\u007f", "\u0085", "\u009f", "\u2028", "\u2029"];
/** Zero width, fillers, a blank of braille, tags, marks and what they stand on. */
const invisible = ["\u200b\u200d\ufeff", "\u3164", "\u115f\u1160", "\uffa0 \u2800", "\u{e0041}\u{e007f}", "\u0301"];
const directed = [..."\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"].map(
  (one) => `a${one}b`,
);
const lineEnds = ["a\nb", "a\tb", "a\r\nb", "a\rb"];

interface TextRules {
  readonly isRequired: boolean;
  readonly isTrimmed: boolean;
  readonly isOneLine: boolean;
}

/** Lengths are in code points. */
function text(maxLength: number, { isRequired, isTrimmed, isOneLine }: TextRules): Values {
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
