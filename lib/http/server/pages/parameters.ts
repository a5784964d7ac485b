import "server-only";
import { foldName } from "../../../core/fold.browser.ts";
import { isPartialDate } from "../../../core/partial-dates.browser.ts";
import type { RequestTarget } from "../../route.ts";

/* The query parameters of pages. Others do not change a page, such as those that newsletters add. */

export type ParameterValue = string | readonly string[] | undefined;

/** What a parameter says, or why it says nothing; both null without it. */
export type Read<Value extends string = string> =
  | { value: Value; problem: null }
  | { value: null; problem: string | null };

const firstDay = "1600-01-01";
const lastDay = "2100-12-31";
const maxCharacters = 100;

export function readDay(parameter: ParameterValue): Read {
  const one = readOne(parameter, "days");
  if (one.value === null) return one;
  const { value } = one;
  if (value.length !== firstDay.length || !isPartialDate(value))
    return refused(`“${shortened(value)}” is not a day. Write it as 2025-03-14, or choose it from the calendar.`);
  if (value < firstDay || value > lastDay) return refused("Choose a day between 1600 and 2100.");
  return one;
}

export function readText(parameter: ParameterValue): Read {
  const one = readOne(parameter, "texts");
  if (one.value === null) return one;
  if ([...one.value].length > maxCharacters) return refused(`Use ${maxCharacters} characters or fewer.`);
  if (foldName(one.value) === "")
    return refused(`“${one.value}” has no letter or digit. Write a name or a part of one.`);
  return one;
}

export function readChoice<Choice extends string>(parameter: ParameterValue, choices: readonly Choice[]): Read<Choice> {
  const one = readOne(parameter, "choices");
  if (one.value === null) return one;
  const value = choices.find((choice) => choice === one.value);
  return value === undefined
    ? refused(`“${shortened(one.value)}” is not a choice here. Choose ${choices.join(", ")}.`)
    : { value, problem: null };
}

function readOne(parameter: ParameterValue, plural: string): Read {
  const all = [parameter ?? []].flat();
  if (all.length > 1) return refused(`The address has ${all.length} ${plural}. Choose one.`);
  const value = all[0]?.trim() ?? "";
  return value === "" ? { value: null, problem: null } : { value, problem: null };
}

function refused(problem: string): { value: null; problem: string } {
  return { value: null, problem };
}

function shortened(text: string): string {
  return text.length <= 40 ? text : `${text.slice(0, 40)}…`;
}

const parametersOfPlaces: Readonly<Record<string, readonly string[]>> = {
  on: ["date", "type", "only"],
  search: ["q"],
  who: ["show", "on", "role"],
};
const places = ["shows", "theatres", "people", ...Object.keys(parametersOfPlaces)];

/** Whether the path is one of the public pages, or below them. */
export function isPublicPage(segments: readonly string[]): boolean {
  return places.includes(segments[0] ?? "");
}

export function publicParameters(segments: readonly string[]): readonly string[] {
  const [place = "", id, ...rest] = segments;
  if (id === undefined) return Object.hasOwn(parametersOfPlaces, place) ? (parametersOfPlaces[place] ?? []) : [];
  return place === "shows" && rest.length === 0 ? ["on"] : [];
}

/** Those that other pages for signed-out readers read while they are rendered; not those that only their scripts read. */
export const parametersOfPages: Readonly<Record<string, readonly string[]>> = {
  "/developers": ["new"],
  "/sign-in": ["callbackUrl", "done", "error"],
  "/sign-up": ["callbackUrl"],
  "/suggest": ["resource", "id", "field", "refused", "problems"],
};

/** Longer ones are no names and no days. */
const maxQueryCharacters = 300;

/**
 * The path under which a page is cached: without the query, or for a public page with the parameters that it reads. Null
 * when another page depends on the query, and for a path that is not written as links write it, because each page would
 * have countless names.
 */
export function cachedPath({
  segments,
  search,
  href,
}: Pick<RequestTarget, "segments" | "search" | "href">): string | null {
  // The state of a suggestion changes without the data.
  if (segments[0] === "suggestions") return null;
  const path = `/${segments.map(encodeURIComponent).join("/")}`;
  if (href !== (search === "" ? path : `${path}?${search}`)) return null;
  // A redirect from there may keep the query.
  if (search !== "" && segments[0] === "dashboard") return null;
  const sent = new URLSearchParams(search);
  if (isPublicPage(segments)) {
    const read = publicParameters(segments).flatMap((name) =>
      sent.getAll(name).map((value): [string, string] => [name, value]),
    );
    const query = new URLSearchParams(read).toString();
    if (query.length > maxQueryCharacters) return null;
    return query === "" ? path : `${path}?${query}`;
  }
  const known = Object.hasOwn(parametersOfPages, path) ? parametersOfPages[path] : undefined;
  return known?.some((name) => sent.has(name)) ? null : path;
}
