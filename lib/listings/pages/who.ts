import "server-only";
import { castOn, companyOn, engagementsOf, lastDayUpTo, runDaysOf } from "../casts/days.ts";
import { crewEntriesOf } from "../casts/row-entries.ts";
import type { CastEntry } from "../casts/schema.browser.ts";
import type { CatalogueReader } from "../../catalogue/reader.ts";
import type { Row } from "../../catalogue/row.ts";
import { isWithin, presenceIn, type RunDays } from "../../resources/cast-members/presence.browser.ts";
import { jobInWords, jobs, type Job } from "../../resources/crew-members/terms.browser.ts";
import { aliasesOf } from "../search/match-names.ts";
import { createRanker, nameKey, nameRanks } from "../search/matching.browser.ts";
import { beyondSale, named, nearestRun, runsWith, shownRun } from "./runs.ts";
import type { Named, PosterShow, WhoAnswer, WhoQuestion } from "./schema.browser.ts";

const maxChoices = 8;

/** Who was in a show on a day, as far as is known (contract §13). */
export function whoWasIn(read: CatalogueReader, question: WhoQuestion): WhoAnswer {
  const { show: text, on, role } = question;
  const day = on ?? read.today;
  const { match: show, choices: shows } = matchOf(text, [...read.list("shows")]);
  const production = show && nearestRun(runsWith(read, "show_id", show.id), day);
  const nearest = production ? shownRun(read, production) : null;
  const run = nearest && isWithin(nearest.days, day) ? nearest : null;
  const roles = run && role !== null ? matchOf(role, read.where("roles", "production_id", run.id)) : null;
  const job = role !== null && roles && nameKey(roles.match?.name ?? "") !== nameKey(role) ? jobOf(role) : null;
  const part = job ? null : (roles?.match ?? null);
  return {
    question,
    day,
    today: read.today,
    show,
    choices: job ? [] : (roles?.choices ?? shows),
    run,
    nearest: run ? null : nearest,
    role: part?.name ?? null,
    job,
    crew: run && job ? crewEntriesOf(read, run.id).flatMap((one) => (one.job === job ? [named(one.person)] : [])) : [],
    ...(production && run && (role === null || part) ? companyIn(read, production, day, part) : noCompany),
    beyondSale: run && beyondSale(read, run, day),
  };
}

const noCompany = { players: [], lastKnown: [], covers: [], undated: [] };

/** Those of a role; without one, the whole company. */
function companyIn(read: CatalogueReader, production: Row, day: string, part: Named | null) {
  const cast = castOn(read, production, { on: day });
  const known = castOn(read, production, { on: day, last_known: "true" });
  const question = { day, run: runDaysOf(production), today: read.today, roles: part && new Set([part.id]) };
  const { players, covers, lastKnown } = companyOn(cast, known, question);
  /** Those without dates were in it on a day that no one knows, so that they are no answer. */
  const dated = (some: readonly CastEntry[]) => some.filter((entry) => entry.dated);
  return {
    players: dated(players),
    lastKnown,
    covers: dated(covers),
    undated: players.filter((entry) => !entry.dated),
  };
}

const verbs: Readonly<Record<string, Job>> = {
  choreographed: "choreographer",
  composed: "composer",
  directed: "director",
  produced: "producer",
  wrote: "author",
};

/** The job behind the stage that a text means: `director`, `directed`. */
function jobOf(text: string): Job | null {
  const key = nameKey(text);
  return verbs[key] ?? jobs.find((job) => job !== "other" && nameKey(jobInWords(job)) === key) ?? null;
}

/** The record that a text means by its id or a name; without one, those that it may mean. */
function matchOf(text: string, rows: readonly Row[]): { match: Named | null; choices: Named[] } {
  const nameOf = ({ id, record }: Row): Named => ({ id, name: String(record["name"]) });
  const byId = rows.find(({ id }) => id === text);
  if (byId) return { match: nameOf(byId), choices: [] };
  const rank = createRanker(text);
  const ranked = rows
    .map((row) => {
      const keys = [String(row.record["name"]), ...aliasesOf(row).map(({ name }) => name)].map(nameKey);
      return { ...nameOf(row), rank: Math.min(...keys.map((key) => rank(key) ?? Infinity)) };
    })
    .filter((one) => one.rank < Infinity)
    .toSorted((a, b) => a.rank - b.rank);
  const [first, second] = ranked;
  return first && (first.rank === nameRanks.whole || first.rank !== second?.rank)
    ? { match: named(first), choices: [] }
    : { match: null, choices: ranked.slice(0, maxChoices).map(named) };
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
  const certain = read
    .where("productions", "show_id", showId)
    .flatMap((production) => certainDays(read.where("cast-members", "production_id", production.id), production, read));
  const day = lastDayUpTo(read.today, certain) || null;
  return { day, people: day === null ? 0 : certain.filter((days) => isWithin(days, day)).length };
}

/** By the members of a run, which stay the same until one changes: the front page asks for all of them after a write. */
const keptDays = new WeakMap<readonly Row[], { production: Row; today: string; days: RunDays[] }>();

/** The days on which each of them was certainly in it. */
function certainDays(members: readonly Row[], production: Row, { today }: CatalogueReader): RunDays[] {
  const kept = keptDays.get(members);
  if (kept?.production === production && kept.today === today) return kept.days;
  const run = runDaysOf(production);
  const days = members.flatMap((member) => presenceIn(engagementsOf(member), run, today).certain);
  keptDays.set(members, { production, today, days });
  return days;
}

/** What the poster asks first: a question that has a certain answer, another one each day (contract §28). */
export function questionOfDay(read: CatalogueReader, poster = posterShows(read)): WhoAnswer | null {
  const known = poster.filter(({ people }) => people > 0);
  const many = known.filter(({ people }) => people >= enoughPeople);
  const shows = many.length > 0 ? many : known;
  const start = Math.floor(Date.parse(read.today) / dayMilliseconds) % Math.max(shows.length, 1);
  for (const { id, day } of [...shows.slice(start), ...shows.slice(0, start)]) {
    const answer = whoWasIn(read, { show: id, on: day, role: null });
    if (answer.players.some(({ certain }) => certain)) return answer;
  }
  return null;
}
