import "server-only";
import { dayInLondon } from "../dates.ts";
import type { ReadContext } from "../casts/cast-entries.ts";
import { Representation } from "../snapshots/representation.ts";
import { createYielder } from "../yielding.ts";
import { criteriaOf } from "./conditions.ts";
import { hashQuestion, keepWalk, keptWalk, readCursor, writeCursor, type Position } from "./cursor.ts";
import { createEntryWriter } from "./entries.ts";
import { findPlaces } from "./find-places.ts";
import { orderPlaces, type Ordering } from "./ordering.ts";
import type { Question } from "./query-schema.ts";
import type { SearchedNoun } from "./searched-nouns.ts";
import { currentIndex, type Answer, type SearchIndex } from "./search-index.ts";

/** The response to a question about a noun's records. @throws AppError 400 for a cursor of another question. */
export async function answerQuestion(context: ReadContext, noun: SearchedNoun, question: Question): Promise<Answer> {
  const index = await currentIndex(context);
  const today = dayInLondon(context.infrastructure.now());
  return index.answer(`${noun.path} ${today} ${canonical(question)}`, () =>
    compute(context, index, noun, question, today),
  );
}

const canonicalForms = new WeakMap<Question, string>();

/** The same for any order of the parameters; a question is parsed once for its URL. */
function canonical(question: Question): string {
  let form = canonicalForms.get(question);
  if (form === undefined) {
    form = JSON.stringify(Object.entries(question).toSorted(([a], [b]) => (a < b ? -1 : 1)));
    canonicalForms.set(question, form);
  }
  return form;
}

async function compute(
  context: ReadContext,
  index: SearchIndex,
  noun: SearchedNoun,
  question: Question,
  today: string,
): Promise<Answer> {
  const { limit, cursor, count, ...asked } = question;
  const hash = hashQuestion(`${noun.path} ${canonical(asked)}`);
  const position = cursor === undefined ? null : readCursor(cursor, hash);
  const criteria = await criteriaOf(index, noun, question, today);
  const found = await findPlaces(index, noun.path, criteria.conditions);
  const ordering = await orderPlaces(index, noun.path, question, criteria, found);
  const page = await pageOf({ context, index, noun, hash, ordering, limit, position });
  const write = await createEntryWriter({ context, index, noun, question, today, distance: criteria.distance });
  const { count: all } = await index.list(noun.path);
  const isWholeList = page.places.length === all && Object.keys(question).every((name) => name === "count");
  return {
    body: isWholeList ? (await index.list(noun.path)).list({}) : await serialize(page.places, write),
    headers: {
      ...(page.next !== null &&
        limit !== undefined && { Link: nextLink(noun.path, { ...asked, limit, count }, page.next) }),
      ...(count && { "X-Total-Count": String(found.length) }),
    },
  };
}

interface PageRequest {
  readonly context: ReadContext;
  readonly index: SearchIndex;
  readonly noun: SearchedNoun;
  readonly hash: string;
  readonly ordering: Ordering;
  readonly limit: number | undefined;
  readonly position: Position | null;
}

async function pageOf({ context, index, noun, hash, ordering, limit, position }: PageRequest) {
  const { places } = ordering;
  if (limit === undefined) return { places, next: null };
  const { snapshots } = context.infrastructure;
  const { serialized } = await index.list(noun.path);
  const version = position ? position.version : index.version;
  const walk = `${version} ${hash}`;
  const kept = position && version !== null ? keptWalk(snapshots, walk) : undefined;
  const from = position ? sentOf(kept ?? [], position) : 0;
  const rest =
    kept && from > 0 ? await placesOfWalk(index, noun, kept, from, places, limit) : withoutWalk(ordering, position);
  const page = rest.slice(0, limit);
  const last = page.at(-1);
  if (rest.length <= limit || last === undefined) return { places: page.map(({ place }) => place), next: null };
  if (!position && version !== null)
    keepWalk(
      snapshots,
      walk,
      places.map((place) => serialized[place]?.id ?? ""),
    );
  const next = writeCursor({ question: hash, version, sent: from + last.sent, key: ordering.keyOf(last.place) });
  return { places: page.map(({ place }) => place), next };
}

/** How many records of the walk are sent; 0 when it does not have the last one, which only another instance sent. */
function sentOf(walk: readonly string[], { sent, key }: Position): number {
  const id = key.at(-1);
  return walk[sent - 1] === id ? sent : walk.findIndex((one) => one === id) + 1;
}

interface Sent {
  readonly place: number;
  /** How many records of the walk have been sent with it, since the beginning of the page. */
  readonly sent: number;
}

/** The records after the position that are still to be found, enough for a page and one more. */
async function placesOfWalk(
  index: SearchIndex,
  { path }: SearchedNoun,
  ids: readonly string[],
  from: number,
  places: readonly number[],
  limit: number,
): Promise<Sent[]> {
  const placeOf = await index.places(path);
  const isFound = new Uint8Array((await index.list(path)).count);
  for (const place of places) isFound[place] = 1;
  const rest: Sent[] = [];
  for (let at = from; at < ids.length && rest.length <= limit; at += 1) {
    const place = placeOf.get(ids[at] ?? "");
    if (place !== undefined && isFound[place] === 1) rest.push({ place, sent: at + 1 - from });
  }
  return rest;
}

/** The records after the position by their order keys. */
function withoutWalk({ places, keyOf, compare }: Ordering, position: Position | null): Sent[] {
  let [low, high] = [0, position ? places.length : 0];
  while (position && low < high) {
    const middle = (low + high) >> 1;
    if (compare(keyOf(places[middle] ?? 0), position.key) <= 0) low = middle + 1;
    else high = middle;
  }
  return places.slice(low).map((place, at) => ({ place, sent: at + 1 }));
}

function nextLink(path: string, { limit, ...asked }: Question, cursor: string): string {
  const given = Object.entries({ ...asked, limit, cursor }).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  // A comma separates values and needs no encoding in a query (RFC 3986 §3.4).
  return `</api/search/${path}?${search.toString().replaceAll("%2C", ",")}>; rel="next"`;
}

const entriesAtOnce = 200;

async function serialize(
  places: readonly number[],
  write: (place: number) => string | null | Promise<string | null>,
): Promise<Representation> {
  const turn = createYielder();
  const parts: Buffer[] = [];
  let entries: string[] = [];
  const flush = () => {
    if (entries.length > 0) parts.push(Buffer.from(`${parts.length === 0 ? "" : ","}${entries.join(",")}`));
    entries = [];
  };
  for (const place of places) {
    const written = write(place);
    const entry = typeof written === "string" ? written : await written;
    if (entry !== null) entries.push(entry);
    if (entries.length >= entriesAtOnce) flush();
    await turn();
  }
  flush();
  return new Representation(Buffer.concat([Buffer.from("["), ...parts, Buffer.from("]")]));
}
