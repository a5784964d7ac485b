/*
 * The searches of contract §15, written straight from its sentences: slow and obvious, so that tests can compare. It
 * shares no code with lib/listings/search.
 */

import { isTypingError, slowFold, slowDistance, sortable } from "./slow-order.ts";
import { recordAt, type Document, type World } from "./search-questions.ts";

type Asked = Readonly<Record<string, string>>;

/** What may hold together: a cast member, a crew member, a role without regard to its cast, a production alone, or a record alone. */
interface Assignment {
  person?: string;
  roles: string[];
  production?: Document | undefined;
  member?: Document;
  crew?: Document;
}

export function slowSearch(world: World, path: string, asked: Asked): Document[] {
  const found = (world.lists[path] ?? []).filter(
    (record) =>
      holdsOfRecord(world, path, record, asked) &&
      assignmentsOf(world, path, record).some((one) => holdsOfAssignment(world, path, record, one, asked)),
  );
  return inOrder(world, path, found, asked).map((record) => shown(world, path, record, asked));
}

function holdsOfRecord(world: World, path: string, record: Document, asked: Asked): boolean {
  const details = world.details.get(`${path}/${record.id}`);
  const { q, type, role_type, job, external_id, updated_since, near } = asked;
  if (q !== undefined && rankOf(world, path, record, q) === null) return false;
  const itsType = path === "productions" ? (record["show"] as Document)["type"] : record["type"];
  if (type !== undefined && !type.split(",").includes(String(itsType))) return false;
  if (role_type !== undefined && !role_type.split(",").includes(String(record["role_type"]))) return false;
  if (job !== undefined && path === "crew-members" && !job.split(",").includes(String(record["job"]))) return false;
  for (const field of ["opening", "closing"]) {
    const [from, to, day] = [asked[`${field}_from`], asked[`${field}_to`], record[`${field}_date`]];
    if ((from !== undefined || to !== undefined) && typeof day !== "string") return false;
    if (from !== undefined && String(day) < from) return false;
    if (to !== undefined && String(day) > to) return false;
  }
  if (external_id !== undefined) {
    const [scheme = "", id] = external_id.split(":");
    if ((details?.["external_ids"] as Record<string, string> | undefined)?.[scheme] !== id) return false;
  }
  if (updated_since !== undefined && (world.changed.get(`${path}/${record.id}`) ?? 0) < Date.parse(updated_since))
    return false;
  return near === undefined || slowDistance(record, near) <= Number(asked["radius"] ?? "1000");
}

const assignments = new WeakMap<World, Map<string, Assignment[]>>();

/** The record by itself, and every assignment that it is part of. */
function assignmentsOf(world: World, path: string, record: Document): Assignment[] {
  const known = assignments.get(world) ?? new Map<string, Assignment[]>(groupedAssignments(world));
  assignments.set(world, known);
  return [{ roles: [] }, ...(known.get(`${path}/${record.id}`) ?? [])];
}

function groupedAssignments(world: World): Map<string, Assignment[]> {
  const productions = world.lists["productions"] ?? [];
  const members = (world.lists["cast-members"] ?? []).map((member): Assignment => {
    const covers = world.details.get(`cast-members/${member.id}`)?.["covers"] as { role_id: string }[];
    const own = typeof member["role_id"] === "string" ? [member["role_id"]] : [];
    return {
      person: String(member["person_id"]),
      roles: [...own, ...covers.map(({ role_id }) => role_id)],
      production: recordAt(world, "productions", member["production_id"]),
      member,
    };
  });
  const crews = (world.lists["crew-members"] ?? []).map((crew): Assignment => ({
    person: String(crew["person_id"]),
    roles: [],
    production: recordAt(world, "productions", crew["production_id"]),
    crew,
  }));
  const roles = (world.lists["roles"] ?? []).map(({ id, production_id }): Assignment => ({
    roles: [id],
    production: recordAt(world, "productions", production_id),
  }));
  const runs = productions.map((production): Assignment => ({ roles: [], production }));
  const grouped = new Map<string, Assignment[]>();
  for (const one of [...members, ...crews, ...roles, ...runs]) {
    const { person, production, member, crew } = one;
    const keys = [
      ...(person === undefined ? [] : [`people/${person}`]),
      ...(member ? [`cast-members/${member.id}`] : []),
      ...(crew ? [`crew-members/${crew.id}`] : []),
      ...one.roles.map((id) => `roles/${id}`),
      `productions/${production?.id}`,
      `shows/${String(production?.["show_id"])}`,
      `theatres/${String(production?.["theatre_id"])}`,
    ];
    for (const key of keys) grouped.set(key, [...(grouped.get(key) ?? []), one]);
  }
  return grouped;
}

function holdsOfAssignment(world: World, path: string, record: Document, one: Assignment, asked: Asked): boolean {
  const { person, roles, production, member, crew } = one;
  const values: Record<string, string[]> = {
    show_id: path === "shows" ? [record.id] : production ? [String(production["show_id"])] : [],
    theatre_id: path === "theatres" ? [record.id] : production ? [String(production["theatre_id"])] : [],
    production_id: path === "productions" ? [record.id] : production ? [production.id] : [],
    person_id: path === "people" ? [record.id] : person === undefined ? [] : [person],
    role_id: path === "roles" ? [record.id] : roles,
  };
  for (const [name, its] of Object.entries(values)) {
    const wanted = asked[name]?.split(",");
    if (wanted && !its.some((id) => wanted.includes(id))) return false;
  }
  const jobs = asked["job"]?.split(",");
  if (jobs && path === "people" && !jobs.includes(String(crew?.["job"]))) return false;
  const day = asked["running_on"];
  if (day === undefined) return true;
  if (!production || !runsOn(world, production, day)) return false;
  return path !== "people" || (member !== undefined && isInOn(world, member, production, day));
}

function firstDay(world: World, production: Document): string {
  return String(world.details.get(`productions/${production.id}`)?.["first_preview"] ?? production["opening_date"]);
}

function runsOn(world: World, production: Document, day: string): boolean {
  const last = production["closing_date"];
  return firstDay(world, production) <= day && (typeof last !== "string" || day <= last);
}

/** The table of §13. */
function isInOn(world: World, member: Document, production: Document, day: string): boolean {
  const engagements = world.details.get(`cast-members/${member.id}`)?.["engagements"] as {
    from: string | null;
    to: string | null;
    ended: boolean;
  }[];
  if (engagements.length === 0) return true;
  const yesterday = new Date(Date.parse(world.today) - 86_400_000).toISOString().slice(0, 10);
  return engagements.some(({ from, to, ended }) => {
    const begins = from === null ? firstDay(world, production) : `${from}-01-01`.slice(0, 10);
    const open = ended
      ? yesterday
      : typeof production["closing_date"] === "string"
        ? production["closing_date"]
        : "9999-12-31";
    return begins <= day && day <= (to === null ? open : lastMeaning(to));
  });
}

function lastMeaning(partial: string): string {
  if (partial.length === 10) return partial;
  const [year = 0, month = 12] = partial.split("-").map(Number);
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
}

/** Whole name, beginning of the name, the rest, with a typing error; null: no match. */
function rankOf(world: World, path: string, record: Document, q: string): 0 | 1 | 2 | 3 | null {
  const named = namesOf(world, path, record);
  const words = named.flatMap(({ name, aliases }) => [name, ...aliases]).flatMap((text) => slowFold(text).split(" "));
  const typed = slowFold(q);
  const isExact = (word: string) => words.some((one) => one !== "" && one.startsWith(word));
  const isNear = (word: string) => word.length >= 5 && words.some((one) => isTypingError(word, one));
  if (!typed.split(" ").every((word) => isExact(word) || isNear(word))) return null;
  if (!typed.split(" ").every(isExact)) return 3;
  if (named.some(({ name }) => slowFold(name) === typed)) return 0;
  return named.some(({ name }) => slowFold(name).startsWith(typed)) ? 1 : 2;
}

function namesOf(world: World, path: string, record: Document): { name: string; aliases: string[] }[] {
  const of = (resource: string, id: unknown) => {
    const one = recordAt(world, resource, id);
    const aliases = (world.details.get(`${resource}/${String(id)}`)?.["aliases"] ?? []) as { name: string }[];
    return one ? [{ name: String(one["name"]), aliases: aliases.map(({ name }) => name) }] : [];
  };
  const show = (production: unknown) => of("shows", recordAt(world, "productions", production)?.["show_id"]);
  if (path === "productions") return [...of("shows", record["show_id"]), ...of("theatres", record["theatre_id"])];
  if (path === "crew-members") return [...of("people", record["person_id"]), ...show(record["production_id"])];
  if (path !== "cast-members") return of(path, record.id);
  return [...of("people", record["person_id"]), ...of("roles", record["role_id"]), ...show(record["production_id"])];
}

function inOrder(world: World, path: string, found: Document[], asked: Asked): Document[] {
  const { sort, near, q } = asked;
  const byIdOf = (a: Document, b: Document) => (a.id < b.id ? -1 : 1);
  if (sort !== undefined)
    return found.toSorted((a, b) => {
      for (const [field, sign] of sort
        .split(",")
        .map((one) => [one.replace("-", ""), one.startsWith("-") ? -1 : 1] as const)) {
        const [x, y] = [sortable(field, a[field]), sortable(field, b[field])];
        if (x === y) continue;
        if (x === null) return 1;
        if (y === null) return -1;
        return x < y ? -sign : sign;
      }
      return byIdOf(a, b);
    });
  if (near !== undefined)
    return found.toSorted((a, b) => slowDistance(a, near) - slowDistance(b, near) || byIdOf(a, b));
  if (q === undefined) return found;
  return [0, 1, 2, 3].flatMap((rank) => found.filter((record) => rankOf(world, path, record, q) === rank));
}

function shown(world: World, path: string, record: Document, { fields, include, near }: Asked): Document {
  const entries = Object.entries(record).filter(
    ([name]) => name === "id" || !fields || fields.split(",").includes(name),
  );
  const entry = Object.fromEntries(entries) as Document;
  for (const name of include?.split(",") ?? []) {
    const added = world.included.get(`${name} ${path}/${record.id}`);
    if (name === "production.theatre") entry["production"] = { ...(record["production"] as object), theatre: added };
    else entry[name] = added;
  }
  if (near !== undefined) entry["distance_m"] = Math.round(slowDistance(record, near));
  return entry;
}
