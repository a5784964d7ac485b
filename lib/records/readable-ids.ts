import "server-only";
import { foldName } from "../core/fold.browser.ts";
import { randomInt } from "node:crypto";
import { memoize } from "../core/memoize.browser.ts";
import type { Resource } from "./resource.ts";
import type { UnitOfWork } from "./unit-of-work.ts";

/** `Les Misérables` → `les-miserables`; empty when no letter is Latin, as digits alone would not identify a name. */
export function slugOf(name: string): string {
  const folded = foldName(name);
  const slug = folded.replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
  return /\p{L}/u.test(folded) && !/[a-z]/.test(slug) ? "" : slug;
}

/** Shortens slugs to `max` characters together, at least two each: the longest loses its last word, or its end. */
export function shortenSlugs(slugs: readonly string[], max: number): string[] {
  const short = [...slugs];
  for (;;) {
    const excess = short.join("").length - max;
    if (excess <= 0) return short;
    const longest = Math.max(...short.map(({ length }) => length));
    const index = short.findIndex(({ length }) => length === longest);
    const slug = short[index] ?? "";
    const end = slug.lastIndexOf("-");
    short[index] = end > 0 ? slug.slice(0, end) : slug.slice(0, Math.max(1, longest - excess));
  }
}

/** With the number of a later record of the same name, an id has at most 100 characters. */
const maxBaseLength = 92;
/** Without vowels, so that it spells no word. */
const randomLetters = "bcdfghjkmnpqrstvwxz";
const randomLength = 6;
const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

const nextNumbersOf = memoize<UnitOfWork, Map<string, number>>(() => new Map());

/** A free id for a new record, from the values that identify it: `the-seagull`, or `the-seagull-2` if that was used. */
export async function createId(
  work: UnitOfWork,
  resource: Resource,
  record: Readonly<Record<string, unknown>>,
): Promise<string> {
  const { path } = resource;
  const base = await firstChoiceOfId(work, resource, record);
  const numbers = nextNumbersOf(work);
  const key = `${path} ${base}`;
  for (let number = numbers.get(key) ?? 1; ; number += 1) {
    if (Number.isInteger(Math.log2(number))) await work.loadIds(path, numberedIds(base, number));
    const id = numberedId(base, number);
    if (await work.isUsed(path, id)) continue;
    numbers.set(key, number + 1);
    return id;
  }
}

/**
 * Preloads what `createId` reads for many new records: a few statements instead of a few for each record whose name was
 * there before, as when a file is imported again after its import was undone.
 *
 * @param bases the first choices.
 */
export async function loadIdsToChooseFrom(work: UnitOfWork, path: string, bases: Iterable<string>): Promise<void> {
  let open = [...bases];
  for (let first = 1; open.length > 0; first *= 2) {
    const ids = new Map(open.map((base) => [base, numberedIds(base, first)]));
    await work.loadIds(path, [...ids.values()].flat());
    open = [];
    for (const [base, choices] of ids) {
      const areUsed = await Promise.all(choices.map((id) => work.isUsed(path, id)));
      if (!areUsed.includes(false)) open.push(base);
    }
  }
}

function numberedId(base: string, number: number): string {
  return number === 1 ? base : `${base}-${number}`;
}

/** As many ids as `first`, from there: ever larger ranges, so that thousands of records of one name take few statements. */
function numberedIds(base: string, first: number): string[] {
  return Array.from({ length: first }, (_, index) => numberedId(base, first + index));
}

/** The id of a new record, unless it is used. A name without Latin letters gives the resource and random letters. */
export async function firstChoiceOfId(
  work: UnitOfWork,
  resource: Resource,
  record: Readonly<Record<string, unknown>>,
): Promise<string> {
  const groups: string[][] = [];
  for (const fields of resource.identifiedBy) {
    const group: string[] = [];
    for (const field of fields) {
      const value = record[field];
      if (typeof value === "string") group.push(await partOf(work, resource, field, value));
    }
    if (group.length > 0) groups.push(group);
  }
  const parts = groups.length === 0 ? [[randomPart(resource)]] : groups;
  const separators = parts.flat().length + parts.length - 2;
  const short = shortenSlugs(parts.flat(), maxBaseLength - separators);
  return parts.map((group) => short.splice(0, group.length).join("-")).join("--");
}

async function partOf(work: UnitOfWork, resource: Resource, field: string, value: string): Promise<string> {
  const reference = resource.references.find((one) => one.field === field);
  if (!reference) return slugOf(/^\d{4}-\d\d-\d\d$/.test(value) ? value.slice(0, 4) : value) || randomPart(resource);
  if (!uuid.test(value)) return slugOf(value) || randomPart(resource);
  // A record from before ids were readable.
  const name = (await work.find(reference.to, value))?.["name"];
  return (typeof name === "string" && slugOf(name)) || value.slice(0, 8);
}

function randomPart({ singular }: Resource): string {
  const letters = Array.from({ length: randomLength }, () => randomLetters.charAt(randomInt(randomLetters.length)));
  return `${slugOf(singular)}-${letters.join("")}`;
}
