import "server-only";
import answers from "./answers.json" with { type: "json" };
import assistants from "./assistants.md";
import administrators from "./administrators.md";
import browsers from "./browsers.md";
import careers from "./careers.md";
import calendarsAndDownloads from "./calendars-and-downloads.md";
import editors from "./editors.md";
import errors from "./errors.md";
import firstCall from "./first-call.md";
import keysAndLimits from "./keys-and-limits.md";
import keepACopy from "./keep-a-copy.md";
import nulls from "./null.md";
import order from "./order.md";
import paging from "./paging.md";
import { parseGuide, type GuideAnswers } from "./parse-guide.ts";
import players from "./players.md";
import { fillPlaceholders, type GuideContext } from "./placeholders.ts";
import polling from "./polling.md";
import python from "./python.md";
import type { Guide, GuideAnswer } from "./schema.browser.ts";
import tonight from "./tonight.md";
import secondFactors from "./second-factors.md";
import search from "./search.md";
import typescript from "./typescript.md";
import versions from "./versions.md";
import whoWasIn from "./who-was-in.md";
import { parseJson } from "../../core/json.browser.ts";

/** By slug, in reading order. */
const texts = {
  "first-call": firstCall,
  typescript,
  python,
  "keys-and-limits": keysAndLimits,
  polling,
  "calendars-and-downloads": calendarsAndDownloads,
  "keep-a-copy": keepACopy,
  assistants,
  browsers,
  errors,
  tonight,
  "who-was-in": whoWasIn,
  players,
  careers,
  null: nulls,
  search,
  paging,
  order,
  versions,
  "second-factors": secondFactors,
  editors,
  administrators,
};

export function guidesFor(setting: GuideContext): Guide[] {
  const answersOf = JSON.parse(JSON.stringify(answers).replaceAll(originMark, setting.origin)) as StoredAnswers;
  return Object.entries(texts).map(([slug, text]) =>
    parseGuide(slug, fillPlaceholders(text, setting), answersOf[slug] ?? {}),
  );
}

/*
 * The answers of the guides' requests. `npm run guides:answers` runs the requests and writes them to answers.json;
 * the test of the guides compares their shape with what the requests return.
 */

const originMark = "{{origin}}";
const maxEntries = 2;
const maxNestedEntries = 1;
const maxCharacters = 100;
const maxLines = 20;

/** By slug and the name of the example. */
type StoredAnswers = Readonly<Record<string, GuideAnswers>>;

/** What an example printed, as its guide shows it: the body of a response, or the first lines. */
export function answerOf(printed: string, origin: string): GuideAnswer {
  const text = printed.replaceAll(origin, originMark).replaceAll("\r", "").trim();
  const json = jsonIn(text);
  if (json !== undefined) {
    const shown = shortened(json, maxEntries);
    return { json: shown, isCut: JSON.stringify(shown) !== JSON.stringify(json) };
  }
  const lines = text.split("\n");
  return { text: lines.slice(0, maxLines).join("\n"), isCut: lines.length > maxLines };
}

/** The JSON that an example printed, after the head of the response if it printed that too; undefined: none. */
export function jsonIn(text: string): unknown {
  const body = /^HTTP\//.test(text) ? (text.split("\n\n").at(-1) ?? "") : text;
  return /^[[{]/.test(body) ? parseJson(body) : undefined;
}

function shortened(value: unknown, entries: number): unknown {
  if (Array.isArray(value)) return fullest(value, entries).map((entry) => shortened(entry, maxNestedEntries));
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, shortened(member, maxNestedEntries)]),
    );
  if (typeof value !== "string" || value.length <= maxCharacters) return value;
  return `${value.slice(0, value.lastIndexOf(" ", maxCharacters))}…`;
}

/** Those with the fewest empty members, in the order of the list: they show the most. */
function fullest(list: readonly unknown[], count: number): unknown[] {
  const emptyIn = (entry: unknown) =>
    Object.values(entry ?? {}).filter((member) => member === null || JSON.stringify(member) === "[]").length;
  const chosen = new Set(list.toSorted((a, b) => emptyIn(a) - emptyIn(b)).slice(0, count));
  return list.filter((entry) => chosen.has(entry)).slice(0, count);
}
