import "server-only";
import type { CatalogueReader } from "../../catalogue/reader.ts";
import { engagementsOf, runDaysOf } from "../casts/days.ts";
import { isWithin, presenceIn } from "../../resources/cast-members/presence.browser.ts";
import type { PosterQuestion, PosterShow } from "./schema.browser.ts";
import { whoWasIn } from "./who.ts";

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
