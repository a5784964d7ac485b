import { partialDateInWords } from "@/lib/core/date-words.browser";
import { daysAfter } from "@/components/ui/calendar";
import { earliestDay, latestDay } from "@/lib/core/partial-dates.browser";
import { presenceOn, type RunDays } from "@/lib/resources/cast-members/presence.browser";
import type { Engagement } from "@/lib/resources/cast-members/schema.browser";
import { partInWords, type CastPlace, type SavedMember } from "../cast";
import { canInclude, datesInWords, newEngagement } from "../engagements";
import { partKey } from "../people-and-roles";

/** Who leaves and who joins a cast. */
export interface CastChange {
  members: readonly SavedMember[];
  leaverIds: ReadonlySet<string>;
  /** A partial date, as is the first day. Says nothing where no one leaves, as the first day where no one joins. */
  lastDay: string;
  joiners: readonly CastPlace[];
  firstDay: string;
  run: RunDays;
  today: string;
}

/**
 * Ends the engagements of those who leave and begins those of who joins, in the billing of the one who leaves the role.
 *
 * @returns the new dates, by member: of those who leave, and of those who return to a part that they had; new places;
 * and what the draft does not say by itself, as sentences.
 */
export function draftChange(change: CastChange) {
  const { members, leaverIds, lastDay, firstDay, run, today } = change;
  const patches = new Map<string, { engagements: readonly Engagement[] }>();
  const joiners = [...new Map(change.joiners.map((place) => [partKey(place), place])).values()];
  const [isLeft, isJoined, day] = [leaverIds.size > 0, joiners.length > 0, earliestDay(firstDay)];
  const notes: string[] = [];
  if (isLeft && isJoined && latestDay(lastDay) >= day)
    notes.push("The last day is not before the first day: on some days both can be in the cast.");
  if (isJoined && latestDay(firstDay) < run.first)
    notes.push(`The first day is before the run, which begins on ${partialDateInWords(run.first)}.`);
  if (run.last !== null && ((isLeft && earliestDay(lastDay) > run.last) || (isJoined && day > run.last)))
    notes.push(`This is after the run, which ends on ${partialDateInWords(run.last)}.`);
  const memberOf = (place: CastPlace) => members.find((one) => partKey(one) === partKey(place));
  const goesOn = (member: SavedMember) =>
    day <= daysAfter(latestDay(lastDay), 1) && joiners.some((place) => memberOf(place) === member);
  const left = members.filter((member) => leaverIds.has(member.id) && !goesOn(member));
  for (const { id, person, engagements = [] } of left) {
    const ended = endedOn(lastDay, engagements);
    if (ended) patches.set(id, { engagements: ended });
    else notes.push(`${person.name} is not in the cast on that last day: ${datesInWords(engagements, today)}.`);
  }
  const places = joiners.flatMap((place) => {
    const member = memberOf(place);
    // A pasted row may have dates of its own.
    const engagement = place.engagements?.[0] ?? newEngagement;
    const begun = { ...engagement, from: engagement.from ?? firstDay };
    if (!member) {
      const [only, ...more] = left.filter((one) => isSameRole(one, place) && one.person.id !== place.person.id);
      const billing_order = only && more.length === 0 ? only.billing_order : place.billing_order;
      return [{ ...place, billing_order, engagements: [begun] }];
    }
    const ended = patches.get(member.id)?.engagements;
    const known = ended ?? member.engagements ?? [];
    if (!ended && (known.length === 0 || isThere(day, known, run, today)))
      notes.push(`${member.person.name} is in this part already: ${datesInWords(member.engagements ?? [], today)}.`);
    else patches.set(member.id, { engagements: [...known, begun] });
    return [];
  });
  const isTaken = (one: CastPlace) => joiners.some((place) => isSameRole(one, place));
  const orphans = new Set(left.flatMap((one) => (one.role && !isTaken(one) ? [one.role.name] : [])));
  const stay = members.filter(
    ({ id, engagements = [] }) => !left.some((one) => one.id === id) && isThere(day, engagements, run, today),
  );
  for (const place of joiners) {
    const isOther = ({ person }: CastPlace) => person.id !== place.person.id;
    const beside = stay.filter((one) => isSameRole(one, place) && isOther(one)).map(({ person }) => person.name);
    if (beside.length > 0) notes.push(`Also in the role of ${place.role?.name}: ${beside.join(", ")}.`);
    const parts = stay.filter((one) => !isOther(one) && partKey(one) !== partKey(place)).map(partInWords);
    if (parts.length > 0) notes.push(`${place.person.name} stays as ${parts.join(", ")} too.`);
  }
  notes.push(...[...orphans].map((role) => `No one takes over ${role}.`));
  return { patches, places, notes };
}

/** The engagements with the one that goes on ended; null where none can go on until that day. */
function endedOn(lastDay: string, known: readonly Engagement[]): readonly Engagement[] | null {
  const engagements = known.length > 0 ? known : [newEngagement];
  const index = engagements.findIndex((one) => canInclude(one, lastDay));
  const ending = engagements[index];
  return ending ? engagements.with(index, { ...ending, to: lastDay, ended: false }) : null;
}

function isSameRole(one: CastPlace, other: CastPlace): boolean {
  return one.role !== null && one.role.id === other.role?.id && one.role_type === other.role_type;
}

/** Whether someone can be in the cast on a day, as far as their dates say; whether the production runs is another question. */
function isThere(day: string, engagements: readonly Engagement[], run: RunDays, today: string): boolean {
  const longest = { first: day < run.first ? day : run.first, last: null };
  return presenceOn(day, engagements, longest, today) !== null;
}
