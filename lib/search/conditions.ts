import "server-only";
import { foldName } from "./matching.ts";
import type { NameRank } from "./matching.ts";
import { presenceOn, runOfProduction, type RunDays } from "../resources/cast-members/presence.ts";
import type { CastMemberDetails } from "../resources/cast-members/schema.ts";
import type { ResourcePath } from "../resources/nouns.ts";
import type { Production } from "../resources/productions/schema.ts";
import { mapYielding } from "../yielding.ts";
import { metresBetween } from "./distance.ts";
import { rankOfNames } from "./name-index.ts";
import { defaultRadius, severalOf, type Question } from "./query-schema.ts";
import { parsePoint } from "./query-values.ts";
import { dateLimits, idParametersOf, type SearchedNoun } from "./searched-nouns.ts";
import type { SearchIndex } from "./search-index.ts";

/** A condition that a record of a noun fulfils or does not. Records are named by their place in the list. */
export interface Condition {
  readonly noun: ResourcePath;
  test(place: number): boolean;
  /** All places that can fulfil it, if they are known without a scan. */
  readonly places?: readonly number[];
}

/** How well the names of the records match `q`. */
export interface Ranker {
  /** Null: it does not match. */
  rank(place: number): NameRank | null;
  /** Records among which are all that match, if they are known without a scan. */
  readonly places?: readonly number[];
}

/** What a question asks: its conditions, and what orders the records. */
export interface Criteria {
  readonly conditions: readonly Condition[];
  readonly rank?: Ranker["rank"];
  /** In metres from the point of the question. */
  readonly distance?: (place: number) => number;
}

/** @param today the day in London. */
export async function criteriaOf(
  index: SearchIndex,
  noun: SearchedNoun,
  question: Question,
  today: string,
): Promise<Criteria> {
  const { path } = noun;
  const conditions: Condition[] = [];
  for (const [name, of] of idParametersOf(path)) {
    const ids = severalOf(question, name);
    if (ids) conditions.push(await idCondition(index, of, ids));
  }
  for (const [name, { noun: of, field }] of Object.entries(noun.enums)) {
    const values = severalOf(question, name);
    const records = values && (await index.records(of));
    if (records) conditions.push({ noun: of, test: (place) => values.includes(String(records[place]?.[field])) });
  }
  if (question.running_on !== undefined && noun.runningOn)
    conditions.push(await runningOn(index, noun.runningOn, question.running_on, today));
  if (noun.hasDates) conditions.push(...(await dateConditions(index, path, question)));
  if (question.external_id !== undefined) conditions.push(await externalId(index, path, question.external_id));
  if (question.updated_since !== undefined) {
    const [since, changes] = [Date.parse(question.updated_since), await index.changes(path)];
    conditions.push({ noun: path, test: (place) => (changes[place] ?? NaN) >= since });
  }
  const distance = question.near === undefined ? undefined : await distanceFrom(index, path, question.near);
  if (distance) {
    const radius = question.radius ?? defaultRadius;
    conditions.push({ noun: path, test: (place) => distance(place) <= radius });
  }
  const ranker = question.q === undefined ? undefined : await rankerOf(index, noun, question.q);
  if (ranker) conditions.push({ ...ranker, noun: path, test: (place) => ranker.rank(place) !== null });
  return { conditions, ...(ranker && { rank: ranker.rank }), ...(distance && { distance }) };
}

async function idCondition(index: SearchIndex, noun: ResourcePath, ids: readonly string[]): Promise<Condition> {
  const placeOf = await index.places(noun);
  const places = [...new Set(ids)].flatMap((id) => placeOf.get(id) ?? []);
  const wanted = new Set(places);
  return { noun, places, test: (place) => wanted.has(place) };
}

/** @returns ranks of records whose names are those of one or several nouns. */
export async function rankerOf(index: SearchIndex, noun: SearchedNoun, q: string): Promise<Ranker> {
  const typed = foldName(q);
  const sources = await Promise.all(
    noun.names.map(async (of) => ({
      matched: await (await index.names(of)).match(typed),
      links: of === noun.path ? null : await index.links(noun.path, of, true),
    })),
  );
  const own = sources.find(({ links }) => links === null);
  return {
    rank: (place) =>
      rankOfNames(sources.map(({ matched, links }) => [matched, links ? links.targets(place) : [place]] as const)),
    ...(own && { places: own.matched.places }),
  };
}

/** Whether a production runs, or a cast member can have been in it, on a day (contract §13). */
async function runningOn(index: SearchIndex, noun: ResourcePath, day: string, today: string): Promise<Condition> {
  const runs = await runDays(index);
  const isRunning = (place: number) => {
    const run = runs[place];
    return run !== undefined && run.first <= day && (run.last === null || day <= run.last);
  };
  if (noun !== "cast-members") return { noun, test: isRunning };
  const [productions, details] = [await index.links(noun, "productions"), await index.details(noun)];
  return {
    noun,
    test: (place) => {
      const [production = -1] = productions.targets(place);
      const run = runs[production];
      if (!run || !isRunning(production)) return false;
      // The schema parsed the engagements when they were written.
      const { engagements = [] } = (details[place] ?? {}) as Partial<CastMemberDetails>;
      return engagements.length === 0 || presenceOn(day, engagements, run, today) !== null;
    },
  };
}

function runDays(index: SearchIndex): Promise<readonly RunDays[]> {
  return index.part("runs", async () => {
    const [records, details] = [await index.records("productions"), await index.details("productions")];
    return mapYielding(records, (record, place) => {
      const first = details[place]?.["first_preview"];
      // The schema parsed these fields when they were written.
      return runOfProduction({
        ...(record as unknown as Production),
        first_preview: typeof first === "string" ? first : null,
      });
    });
  });
}

async function dateConditions(index: SearchIndex, noun: ResourcePath, question: Question): Promise<Condition[]> {
  const records = await index.records(noun);
  return (Object.keys(dateLimits) as (keyof typeof dateLimits)[]).flatMap((name) => {
    const limit = question[name];
    if (limit === undefined) return [];
    const { field, isFirst } = dateLimits[name];
    const test = (place: number) => {
      const day = records[place]?.[field];
      return typeof day === "string" && (isFirst ? limit <= day : day <= limit);
    };
    return [{ noun, test }];
  });
}

async function externalId(index: SearchIndex, noun: ResourcePath, wanted: string): Promise<Condition> {
  const byExternalId = await index.part(`external ids ${noun}`, async () => {
    const places = new Map<string, number[]>();
    for (const [place, details] of (await index.details(noun)).entries())
      for (const [scheme, id] of Object.entries((details?.["external_ids"] ?? {}) as Record<string, string>)) {
        const key = `${scheme}:${id}`;
        places.set(key, [...(places.get(key) ?? []), place]);
      }
    return places;
  });
  const places = byExternalId.get(wanted) ?? [];
  return { noun, places, test: (place) => places.includes(place) };
}

/** Infinite where the place of the record is not known. */
async function distanceFrom(index: SearchIndex, noun: ResourcePath, near: string): Promise<(place: number) => number> {
  const [from, records] = [parsePoint(near), await index.records(noun)];
  return (place) => {
    const [lat, lng] = [records[place]?.["lat"], records[place]?.["lng"]];
    return from && typeof lat === "number" && typeof lng === "number" ? metresBetween(from, { lat, lng }) : Infinity;
  };
}
