import { formatDay } from "@/lib/core/date-words.browser";
import type { Player, WhoAnswer } from "@/lib/listings/pages/schema.browser";
import { capitalised } from "@/lib/records/terms.browser";
import { jobInWords } from "@/lib/resources/crew-members/terms.browser";
import { dayInSentence } from "./page-script";
import { datesOfRun, inFull, inMonth, joinNames, listNames, lowerFirst, saleInWords } from "./run-words";

/** Says who was in a show on a day, in a sentence, and how sure that is; null where nothing is claimed. */
export function sayWho(answer: WhoAnswer) {
  const { question, day, today, show, choices, run, role, job, undated, lastKnown, beyondSale } = answer;
  const say = (sentence: string, certainty: typeof isCertain | null = null) => ({ sentence, certainty });
  const offer = (problem: string, advice = "") =>
    say(`${problem}${choices.length > 0 ? " Did you mean one of these?" : advice}`);
  if (!show) return offer(`No show is called “${question.show}”.`, " Check the spelling, or search.");
  if (!run) return say(sayNearest(answer, show.name));
  const what = `${show.name} at ${run.theatre.name}`;
  const where = `${what} on ${dayInSentence(day)}`;
  const [is, are, plays, mayBe] =
    day < today
      ? ["was", "were", "played", "may have been"]
      : day === today
        ? ["is", "are", "plays", "may be"]
        : ["will be", "will be", "will play", "will possibly be"];
  if (question.role !== null && role === null && job === null)
    return offer(`${what} has no role called “${question.role}” in these listings.`);
  const certain = answer.players.filter((player) => player.certain);
  const possible = perhapsIn(answer, answer.players);
  if (beyondSale && certain.length === 0) return say(`${what} is ${saleInWords(beyondSale)}.`);
  if (job) {
    const credit = `${capitalised(jobInWords(job))} of ${what}`;
    const names = answer.crew.map(({ name }) => name);
    return names.length > 0 ? say(`${credit}: ${joinNames(names)}.`, isCredited) : say(`${credit}: not known.`);
  }
  const covers = sayCovers(answer);
  if (certain.length > 0) {
    if (role !== null) return say(`${listOf(certain)} ${plays} ${role} in ${where}.${covers}`, isCertain);
    const known = lastKnown.length > 0 ? ` Last known of the others: ${sayLast(lastKnown, today)}.` : "";
    const others = possible.length > 0 ? ` ${possible.length} more possibly.` : "";
    return say(`${listOf(certain)} ${certain.length === 1 ? is : are} in ${where}.${known}${others}`, isCertain);
  }
  if (lastKnown.length > 0) {
    const first = `${role ?? `The cast of ${show.name}`} on ${inFull.format(new Date(day))} is not known.`;
    const perhaps = possible.length > 0 ? ` Possibly ${listOf(possible, "or")}.` : "";
    return say(`${first} Last known: ${sayLast(lastKnown, today)}.${perhaps}${covers}`, isUnknown);
  }
  if (possible.length > 0) {
    if (role === null) return say(`${listOf(possible)} ${mayBe} in ${where}.`, isPossible);
    return say(`In ${where}, ${role} ${mayBe} ${listOf(possible, "or")}.${covers}`, isPossible);
  }
  const unknown =
    role === null
      ? `${show.name} ${is} at ${run.theatre.name} on ${dayInSentence(day)}, but its cast of that day is not known.`
      : `Who ${plays} ${role} in ${where} is not known.${covers}`;
  return say(`${unknown}${undated.length > 0 ? ` Listed without dates: ${listOf(undated)}.` : ""}`, isUnknown);
}

const isCertain = { word: "Certain", reason: "The dates that are known cover that day." };
const isCredited = { word: "Certain", reason: "The credits of the production say so." };
const isPossible = { word: "Not certain", reason: "The dates are known only roughly." };
const isUnknown = { word: "Not known", reason: "No one’s dates cover that day for certain." };

/** Of these, the ones who only may be in it and were not known last. */
export function perhapsIn({ lastKnown }: WhoAnswer, players: readonly Player[]): Player[] {
  return players.filter(({ certain, person }) => !certain && !lastKnown.some((last) => last.person.id === person.id));
}

/** `Ada, in March 2025`; of several the last first: `Ada, Ben, Cy and 2 others, between May 2024 and March 2025`. */
function sayLast(players: readonly Player[], today: string): string {
  const days = [...new Set(players.flatMap(({ last_known_on }) => last_known_on ?? []))].toSorted();
  const [first = "", last = ""] = [days[0], days.at(-1)].map((day) =>
    day === undefined ? "" : inMonth.format(new Date(day)),
  );
  const when = days[0] === today ? "today" : first === last ? `in ${last}` : `between ${first} and ${last}`;
  const dayOf = ({ last_known_on = "" }: Player) => last_known_on;
  return `${listOf(players.toSorted((a, b) => dayOf(b).localeCompare(dayOf(a))))}, ${when}`;
}

function sayNearest({ day, nearest }: WhoAnswer, name: string): string {
  if (!nearest) return `${name} has no run in these listings.`;
  const run = `${nearest.theatre.name}, ${lowerFirst(datesOfRun(nearest.days, day))}`;
  return `${name} did not run on ${dayInSentence(day)}. The nearest run: ${run}.`;
}

function sayCovers({ covers, day, today }: WhoAnswer): string {
  if (covers.length === 0) return "";
  const possibly = covers.every(({ certain }) => certain) ? "" : "possibly ";
  const verb = day < today ? `${possibly}covered` : day > today ? `will ${possibly}cover` : `${possibly}cover`;
  return ` ${listOf(covers)} ${day === today && covers.length === 1 ? `${verb}s` : verb} the role.`;
}

function listOf(players: readonly Player[], last?: string): string {
  return listNames([...new Set(players.map(({ person }) => person.name))], last);
}

/** The call of the API that gives the same. */
export function callOfAnswer({ day, show, run, job }: WhoAnswer): string | null {
  if (!show) return null;
  const id = encodeURIComponent(show.id);
  if (run && job) return `/api/productions/${encodeURIComponent(run.id)}/crew`;
  return run ? `/api/on?date=${day}&show_id=${id}&include=cast&last_known=true` : `/api/shows/${id}/productions`;
}

/** The title of a question that is shared. */
export function questionInWords(show: string, day: string | null, role: string | null): string {
  const when = day === null ? "today" : `on ${formatDay(day)}`;
  return role === null ? `Who was in ${show} ${when}?` : `Who played ${role} in ${show} ${when}?`;
}
