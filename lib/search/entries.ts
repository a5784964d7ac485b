import "server-only";
import { entryOn, readEntries } from "../casts/cast-entries.ts";
import { creditsOf } from "../casts/credits-route.ts";
import { housedProductions, productionsOf } from "../casts/housed-productions.ts";
import type { FlatRecord } from "../audit-log/queries.ts";
import type { ReadContext } from "../http/route.ts";
import type { ResourcePath } from "../resources/nouns.ts";
import { resourceAt } from "../resources/resources.ts";
import type { ResourceSnapshot } from "../snapshots/resource-snapshot.ts";
import type { Question } from "./query-schema.ts";
import type { IncludedRelation, SearchedNoun, partNames } from "./searched-nouns.ts";
import type { SearchIndex } from "./search-index.ts";

interface EntryRequest {
  readonly context: ReadContext;
  readonly index: SearchIndex;
  readonly noun: SearchedNoun;
  readonly question: Question;
  /** The day in London. */
  readonly today: string;
  readonly distance: ((place: number) => number) | undefined;
}

type Included = IncludedRelation | (typeof partNames)[number];

/** A member that is added to an entry: its name, and its JSON; null when the record has gone in the meantime. */
type MemberWriter = (
  id: string,
  entry: () => FlatRecord,
) => readonly [name: string, json: string] | null | Promise<readonly [name: string, json: string] | null>;

/** Creates a function that writes an entry of the answer as JSON; null for one that has gone in the meantime. */
export async function createEntryWriter(
  request: EntryRequest,
): Promise<(place: number) => string | null | Promise<string | null>> {
  const { index, noun, question, distance } = request;
  const { serialized } = await index.list(noun.path);
  const { fields, include = [] } = question;
  const writers = await Promise.all([...new Set(include)].map((one) => memberWriter(request, one as Included)));
  const entryAt = (place: number) => serialized[place]?.entry ?? "null";
  if (!fields && writers.length === 0 && question.near === undefined) return entryAt;
  return async (place) => {
    const stored = entryAt(place);
    const entry = () => JSON.parse(stored) as FlatRecord;
    const added = new Map<string, string>();
    for (const write of writers) {
      const member = await write(serialized[place]?.id ?? "", entry);
      if (member === null) return null;
      added.set(...(member as [string, string]));
    }
    if (question.near !== undefined && distance) added.set("distance_m", String(Math.round(distance(place))));
    const kept =
      fields || [...added.keys()].some((name) => name in resourceAt(noun.path).entry.shape)
        ? JSON.stringify(picked(entry(), fields, added))
        : stored;
    const members = [...added].map(([name, json]) => `${JSON.stringify(name)}:${json}`);
    return [kept.slice(0, -1), ...members].join(",") + "}";
  };
}

/** The members that are asked for and not replaced. */
function picked(entry: FlatRecord, fields: readonly string[] | undefined, added: ReadonlyMap<string, string>): object {
  return Object.fromEntries(
    Object.entries(entry).filter(([name]) => !added.has(name) && (name === "id" || !fields || fields.includes(name))),
  );
}

async function memberWriter(
  { context, index, noun: { path }, today }: EntryRequest,
  name: Included,
): Promise<MemberWriter> {
  const { snapshots } = context.infrastructure;
  const version = context.versions?.data ?? null;
  switch (name) {
    case "details":
      return fromList("details", await index.detailsList(path), (stored) =>
        JSON.stringify(resourceAt(path).details?.present(JSON.parse(stored) as FlatRecord, today)),
      );
    case "sources":
      return fromList("sources", await index.sourcesList(path));
    case "theatre": {
      const theatres = await index.list("theatres");
      return (_id, entry) => member("theatre", recordJson(theatres, String(entry()["theatre_id"])));
    }
    case "production.theatre": {
      const [theatres, productions] = [await index.list("theatres"), await index.list("productions")];
      return (_id, entry) => {
        const { production_id, production } = entry();
        const run = recordJson(productions, String(production_id));
        const theatre = run && recordJson(theatres, (JSON.parse(run) as { theatre_id: string }).theatre_id);
        return member("production", theatre && `${JSON.stringify(production).slice(0, -1)},"theatre":${theatre}}`);
      };
    }
    case "cast":
      return async (id) => {
        const entries = await readEntries(context, { production_id: [id] });
        return member("cast", JSON.stringify(entries.map((one) => entryOn(one, today))));
      };
    case "productions": {
      const housed = await snapshots.snapshot(housedProductions, version);
      const field = referringField(path);
      return (id) => member("productions", JSON.stringify(productionsOf(housed, { [field]: [id] })));
    }
    case "credits": {
      const housed = await snapshots.snapshot(housedProductions, version);
      return async (id) => {
        const entries = await readEntries(context, { person_id: [id] });
        return member("credits", JSON.stringify(creditsOf(entries, housed, today)));
      };
    }
  }
}

/** The field of productions that names records of the noun. */
function referringField(path: ResourcePath): string {
  return path === "shows" ? "show_id" : "theatre_id";
}

function fromList(name: string, list: ResourceSnapshot | null, show = (stored: string) => stored): MemberWriter {
  return (id) => {
    const stored = list && recordJson(list, id);
    return member(name, stored && show(stored));
  };
}

function recordJson(list: ResourceSnapshot, id: string): string | null {
  return list.serializedRecord(id)?.record ?? null;
}

function member(name: string, json: string | null): readonly [string, string] | null {
  return json === null ? null : [name, json];
}
