import { createRequest } from "../lib/http/request.ts";
import type { HandlerResult } from "../lib/http/route.ts";
import { createRouter } from "../lib/http/router.ts";
import type { Infrastructure } from "../lib/infrastructure.ts";
import type { Versions } from "../lib/http/rate-limit/limiter.ts";
import { routes } from "../lib/routes.ts";

export type Document = Record<string, unknown> & { id: string };

/** Everything that a search can find, as the API serves it. */
export interface World {
  /** The day in London. */
  today: string;
  /** The list entries by path, in the order of the lists. */
  lists: Record<string, Document[]>;
  /** The details by `people/<id>`. */
  details: Map<string, Document>;
  /** When each record was last changed, by `people/<id>`, in milliseconds. */
  changed: Map<string, number>;
  /** What `include` adds, by its name and `people/<id>`. */
  included: Map<string, unknown>;
}

const byId = new WeakMap<Document[], Map<string, Document>>();

/** The list entry of a record. */
export function recordAt({ lists }: World, path: string, id: unknown): Document | undefined {
  const list = lists[path] ?? [];
  const known = byId.get(list) ?? new Map(list.map((record) => [record.id, record]));
  byId.set(list, known);
  return known.get(String(id));
}

const router = createRouter(routes);

/** What the operation returns for a target such as `/api/search/people?q=ann`, without HTTP, which would take most of the time. */
export async function askSearch(
  infrastructure: Infrastructure,
  target: string,
  versions: Versions | null = { data: 1, keys: 1 },
): Promise<HandlerResult> {
  const request = createRequest({ method: "GET", header: () => undefined, target }, router);
  const { route, params } = request;
  const operation = route?.operations.GET;
  if (!operation) throw new Error(`No route reads ${target}.`);
  const caller = { rateLimit: null, caller: "test", session: null, sessionError: null };
  return operation.handle({ request, requestId: "test", params, infrastructure, versions, ...caller });
}

/** A question of a search: the path of its resource, and its parameters. */
interface GeneratedQuestion {
  path: string;
  asked: Record<string, string>;
}

/** A small generator (mulberry32), so that a seed gives the same questions on every machine. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Questions whose values are mostly those of a record, so that they often find something. */
export function* randomQuestions(world: World, seed: number, count: number): Generator<GeneratedQuestion> {
  const random = seededRandom(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item;
  const some = <Item>(items: readonly Item[], most: number) =>
    [...new Set(Array.from({ length: 1 + below(most) }, () => pick(items)))] as Item[];
  const recordsOf = (path: string) => world.lists[path] ?? [];
  const days = [
    ...recordsOf("productions").flatMap(({ opening_date, closing_date }) => [opening_date, closing_date]),
    ...["2026-11-22", "2026-11-23", "2026-11-24", "2025-06-15"],
  ].filter((day) => typeof day === "string");
  const changed = [...new Set(world.changed.values())].map((at) => new Date(at).toISOString());

  const misspelt = (word: string) => {
    const at = below(word.length);
    const letter = pick([..."abcdefghijklmnopqrstuvwxyzé'-& "]);
    const [before, after] = [word.slice(0, at), word.slice(at)];
    return pick([
      before + letter + after,
      before + after.slice(1),
      before + letter + after.slice(1),
      before + (after[1] ?? "") + (after[0] ?? "") + after.slice(2),
    ]);
  };
  const text = () => {
    const resource = pick(["shows", "theatres", "people", "roles"]);
    const { id, name } = pick(recordsOf(resource)) as Document & { name: string };
    const aliases = (world.details.get(`${resource}/${id}`)?.["aliases"] ?? []) as { name: string }[];
    const words = pick([name, ...aliases.map((alias) => alias.name)]).split(" ");
    const kept = random() < 0.3 ? words : some(words, 2);
    const typed = kept.map((word) => {
      const way = random();
      if (way < 0.3) return word.slice(0, 1 + below(word.length));
      return way < 0.55 ? misspelt(word) : way < 0.7 ? word.toUpperCase() : word;
    });
    const joined = typed.join(pick([" ", " ", "-", "  "])).slice(0, 100);
    return /[a-z0-9]/i.test(joined) ? joined : "a";
  };
  const sortOf = (path: string) =>
    some(Object.keys(fieldsOf(path)), 3)
      .map((field) => pick(["", "-"]) + field)
      .join();
  const fieldsOf = (path: string) => {
    const { show: _show, person: _person, production: _production, role: _role, ...fields } = pick(recordsOf(path));
    return fields;
  };

  for (let made = 0; made < count; made += 1) {
    const path = pick(Object.keys(world.lists).filter((each) => recordsOf(each).length > 0));
    // The start of the question: one assignment of the data, so that several parameters hold together.
    const member = pick(
      recordsOf(random() < 0.3 && recordsOf("crew-members").length > 0 ? "crew-members" : "cast-members"),
    );
    const production = recordsOf("productions").find(({ id }) => id === member["production_id"]) as Document;
    const near = pick(recordsOf("theatres").filter(({ lat }) => lat !== null));
    const ids = (resource: string, id: unknown) => {
      const several = new Set([random() < 0.8 ? String(id) : "none"]);
      if (random() < 0.3) several.add(pick(recordsOf(resource)).id);
      if (random() < 0.1) several.add("no-such-id");
      return [...several].join();
    };
    const parameters: Record<string, () => string> = {
      q: text,
      show_id: () => ids("shows", production["show_id"]),
      theatre_id: () => ids("theatres", production["theatre_id"]),
      production_id: () => ids("productions", production.id),
      person_id: () => ids("people", member["person_id"]),
      updated_since: () => pick(changed),
      sort: () => sortOf(path),
      fields: () => some(Object.keys(recordsOf(path)[0] ?? { id: "" }), 3).join(),
      limit: () => String(1 + below(random() < 0.5 ? 5 : 100)),
      count: () => "exact",
    };
    if (["productions", "shows", "theatres", "people"].includes(path)) parameters["running_on"] = () => pick(days);
    if (["shows", "productions"].includes(path))
      parameters["type"] = () => some(["musical", "play", "comedy", "drama"], 2).join();
    if (path === "cast-members")
      parameters["role_type"] = () => some(["principal", "ensemble", "understudy", "swing", "standby"], 2).join();
    if (path !== "crew-members")
      parameters["role_id"] = () => ids("roles", member["role_id"] ?? pick(recordsOf("roles")).id);
    if (["people", "crew-members"].includes(path))
      parameters["job"] = () => some(["director", "composer", "other"], 2).join();
    if (path === "productions")
      for (const name of ["opening_from", "opening_to", "closing_from", "closing_to"])
        parameters[name] = () => pick(days);
    if (path === "theatres") parameters["near"] = () => `${String(near["lat"])},${String(near["lng"])}`;
    const external = recordsOf(path).flatMap(({ id }) =>
      Object.entries((world.details.get(`${path}/${id}`)?.["external_ids"] ?? {}) as Record<string, string>),
    );
    if (external.length > 0) parameters["external_id"] = () => pick([...external, ["imdb", "nm0000000"]]).join(":");
    const including = [...world.included.keys()].filter((key) => key.includes(` ${path}/`));
    const includable = [...new Set(including.map((key) => key.replace(/ .*/, "")))];
    if (includable.length > 0) parameters["include"] = () => some(includable, 2).join();
    const names = random() < 0.02 ? [] : some(Object.keys(parameters), pick([1, 2, 3, 4, 6]));
    const asked = Object.fromEntries(names.map((name) => [name, parameters[name]?.() ?? ""]));
    if (asked["near"] !== undefined && random() < 0.6) asked["radius"] = String(1 + below(pick([100, 3_000, 50_000])));
    yield { path, asked };
  }
}
