import "server-only";
import { companyOn } from "../casts/company.ts";
import { castOn, engagementsOf, runDaysOf } from "../casts/days.ts";
import { crewEntriesOf } from "../casts/row-entries.ts";
import type { CastEntry } from "../casts/schema.browser.ts";
import type { CatalogueReader } from "../../catalogue/reader.ts";
import type { Row } from "../../catalogue/row.ts";
import { isWithin, presenceIn } from "../../resources/cast-members/presence.browser.ts";
import { jobInWords, jobs, type Job } from "../../resources/crew-members/terms.browser.ts";
import { aliasesOf } from "../search/match-names.ts";
import { createRanker, nameKey, nameRanks } from "../search/matching.browser.ts";
import { Footnotes, beyondSale, named, nearestRun, shownRun, runsWith } from "./runs.ts";
import type { Named, Player, PosterQuestion, PosterShow, WhoAnswer } from "./schema.browser.ts";

interface Question {
  /** The id of a show, or its name or a part of it. */
  readonly show: string;
  /** Null: today. */
  readonly on: string | null;
  /** A role's name or a part of it; null: everyone. */
  readonly role: string | null;
}

const maxChoices = 8;

/** Who was in a show on a day, as far as is known (contract §13). */
export function whoWasIn(read: CatalogueReader, { show: text, on, role }: Question): WhoAnswer {
  const day = on ?? read.today;
  const answer = { day, today: read.today, ...nothing };
  const { one: show, choices } = matchOf(text, [...read.list("shows")].map(namesOf));
  if (!show) return { ...answer, choices };
  const rows = runsWith(read, "show_id", show.id);
  const runs = rows.map((row) => shownRun(read, row, new Footnotes()));
  const run = runs.find(({ days }) => isWithin(days, day)) ?? null;
  const production = rows.find(({ id }) => id === run?.id);
  if (!run || !production) return { ...answer, show, nearest: nearestRun(runs, day) };
  const cast = castOn(read, production, { on: day });
  const found = { ...answer, show, run, beyondSale: beyondSale(read, run, day) };
  const known = castOn(read, production, { on: day, last_known: "true" });
  const companyIn = (roles: ReadonlySet<string> | null) => {
    const question = { day, run: run.days, today: read.today, roles };
    const { players, covers, lastKnown } = companyOn(cast, known, question);
    /** Those without dates were in it on a day that no one knows, so that they are no answer. */
    const dated = (some: readonly CastEntry[]) => some.filter((entry) => entry.dated).map(playerOf);
    return {
      players: dated(players),
      lastKnown: lastKnown.map((entry) => ({ ...playerOf(entry), on: entry.last_known_on ?? day })),
      covers: dated(covers),
      undated: players.filter((entry) => !entry.dated).map(playerOf),
    };
  };
  if (role === null) return { ...found, ...companyIn(null) };
  const roles = read.where("roles", "production_id", production.id).map(namesOf);
  const { one: part, choices: parts } = matchOf(role, roles);
  const job = part && nameKey(part.name) === nameKey(role) ? undefined : jobOf(role);
  if (job) {
    const crew = crewEntriesOf(read, production.id).filter((member) => member.job === job);
    return { ...found, job, crew: crew.map(({ person }) => named(person)) };
  }
  return part ? { ...found, role: part.name, ...companyIn(new Set([part.id])) } : { ...found, choices: parts };
}

const nothing = {
  show: null,
  choices: [],
  run: null,
  nearest: null,
  role: null,
  job: null,
  crew: [],
  players: [],
  lastKnown: [],
  covers: [],
  undated: [],
  beyondSale: null,
};

const verbs: Readonly<Record<string, Job>> = {
  choreographed: "choreographer",
  composed: "composer",
  directed: "director",
  produced: "producer",
  wrote: "author",
};

/** The job behind the stage that a text means: `director`, `directed`. */
function jobOf(text: string): Job | undefined {
  const key = nameKey(text);
  return verbs[key] ?? jobs.find((job) => job !== "other" && nameKey(jobInWords(job)) === key);
}

function playerOf({ person, role, role_type, certain = false }: CastEntry): Player {
  return { person: named(person), role: role?.name ?? null, role_type, certain };
}

interface Names extends Named {
  keys: readonly string[];
}

function namesOf(row: Row): Names {
  const name = String(row.record["name"]);
  return { id: row.id, name, keys: [name, ...aliasesOf(row).map((alias) => alias.name)].map(nameKey) };
}

/** The record that a text means; without one, those that it may mean. */
function matchOf(text: string, records: readonly Names[]): { one: Named | null; choices: Named[] } {
  const byId = records.find(({ id }) => id === text);
  if (byId) return { one: named(byId), choices: [] };
  const rank = createRanker(text);
  const ranked = records.flatMap((record) => {
    const ranks = record.keys.flatMap((key) => rank(key) ?? []);
    return ranks.length > 0 ? [{ record, rank: Math.min(...ranks) }] : [];
  });
  const best = Math.min(...ranked.map((one) => one.rank));
  const closest = ranked.filter((one) => one.rank === best);
  const isOne = closest.length === 1 || best === nameRanks.whole;
  const choices = ranked.toSorted((a, b) => a.rank - b.rank).map(({ record }) => named(record));
  return isOne && closest[0]
    ? { one: named(closest[0].record), choices: [] }
    : { one: null, choices: choices.slice(0, maxChoices) };
}

/** A question about fewer people says little. */
const enoughPeople = 5;
const dayMilliseconds = 86_400_000;

/** The shows by name, each with the latest day on which anyone was certainly in it. */
export function posterShows(read: CatalogueReader): PosterShow[] {
  return [...read.list("shows")]
    .map(({ id, record }) => ({ id, name: String(record["name"]), ...lastKnownDay(read, id) }))
    .toSorted((a, b) => a.name.localeCompare(b.name, "en-GB"));
}

function lastKnownDay(read: CatalogueReader, showId: string): Pick<PosterShow, "day" | "people"> {
  const certain = read.where("productions", "show_id", showId).flatMap((production) => {
    const run = runDaysOf(production);
    return read.where("cast-members", "production_id", production.id).flatMap((member) => {
      const { certain: days } = presenceIn(engagementsOf(member), run, read.today);
      return days.filter(({ first }) => first <= read.today);
    });
  });
  const lasts = certain.map(({ last }) => (last === null || last > read.today ? read.today : last));
  const day = lasts.toSorted().at(-1) ?? null;
  return { day, people: day === null ? 0 : certain.filter((days) => isWithin(days, day)).length };
}

/** What the poster asks first: a question that has a certain answer, another one each day (contract §28). */
export function questionOfDay(read: CatalogueReader): PosterQuestion | null {
  const known = posterShows(read).filter(({ people }) => people > 0);
  const many = known.filter(({ people }) => people >= enoughPeople);
  const shows = many.length > 0 ? many : known;
  const start = Math.floor(Date.parse(read.today) / dayMilliseconds) % Math.max(shows.length, 1);
  for (const { id, name, day } of [...shows.slice(start), ...shows.slice(0, start)]) {
    const answer = whoWasIn(read, { show: id, on: day, role: null });
    if (answer.players.some(({ certain }) => certain)) return { show: name, day: answer.day, answer };
  }
  return null;
}
