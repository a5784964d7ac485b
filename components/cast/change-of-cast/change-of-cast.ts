import { partialDateInWords } from "@/lib/core/date-words.browser";
import { isDay } from "@/components/form/typed-day";
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
  /** A partial date, as is the first day. */
  lastDay: string;
  joiners: readonly CastPlace[];
  firstDay: string;
  run: RunDays;
  today: string;
}

/** What a change of cast makes of the draft. */
interface DraftedChange {
  /** New dates, by member: of those who leave, and of those who return to a part that they had. */
  patches: ReadonlyMap<string, { engagements: readonly Engagement[] }>;
  places: readonly CastPlace[];
  /** What the draft does not say by itself, as sentences. */
  notes: readonly string[];
}

/** Ends the engagements of those who leave and begins those of who joins, in the billing of the one who leaves the role. */
export function draftChange(change: CastChange): DraftedChange {
  const { members, leaverIds, lastDay, firstDay, run, today } = change;
  const patches = new Map<string, { engagements: readonly Engagement[] }>();
  const notes = notesOnDays(change);
  const day = earliestDay(firstDay);
  const distinct = new Map(change.joiners.map((place) => [partKey(place), place]));
  const joins = [...distinct.values()].map((place) => ({
    place,
    member: members.find((one) => partKey(one) === partKey(place)),
  }));
  const goesOn = ({ id }: SavedMember) =>
    leaverIds.has(id) && day <= daysAfter(latestDay(lastDay), 1) && joins.some(({ member }) => member?.id === id);
  const left: SavedMember[] = [];
  for (const member of members) {
    if (!leaverIds.has(member.id) || goesOn(member)) continue;
    const engagements = endedOn(lastDay, member.engagements ?? []);
    if (engagements === null)
      notes.push(
        `${member.person.name} is not in the cast on that last day: ${datesInWords(member.engagements ?? [], today)}.`,
      );
    else patches.set(member.id, { engagements });
    left.push(member);
  }
  const places = joins.flatMap(({ place, member }) => {
    // A pasted row may have dates of its own.
    const engagement = place.engagements?.[0] ?? newEngagement;
    const begun = { ...engagement, from: engagement.from ?? firstDay };
    const replaced = left.filter((one) => isSameRole(one, place) && one.person.id !== place.person.id);
    if (!member) {
      const [only] = replaced;
      const billing_order = only && replaced.length === 1 ? only.billing_order : place.billing_order;
      return [{ ...place, billing_order, engagements: [begun] }];
    }
    const ended = patches.get(member.id)?.engagements;
    const known = ended ?? member.engagements ?? [];
    if (!ended && (known.length === 0 || isThere(day, known, run, today)))
      notes.push(`${member.person.name} is in this part already: ${datesInWords(member.engagements ?? [], today)}.`);
    else patches.set(member.id, { engagements: [...known, begun] });
    return [];
  });
  const isTaken = (one: CastPlace) => joins.some(({ place }) => isSameRole(one, place));
  const orphans = new Set(left.flatMap((one) => (one.role && !isTaken(one) ? [one.role.name] : [])));
  const stay = members.filter(
    ({ id, engagements = [] }) => !left.some((one) => one.id === id) && isThere(day, engagements, run, today),
  );
  for (const { place } of joins) {
    const isOther = ({ person }: CastPlace) => person.id !== place.person.id;
    const beside = stay.filter((one) => isSameRole(one, place) && isOther(one)).map(({ person }) => person.name);
    if (beside.length > 0) notes.push(`Also in the role of ${place.role?.name}: ${beside.join(", ")}.`);
    const parts = stay.filter((one) => !isOther(one) && partKey(one) !== partKey(place)).map(partInWords);
    if (parts.length > 0) notes.push(`${place.person.name} stays as ${parts.join(", ")} too.`);
  }
  return { patches, places, notes: [...notes, ...[...orphans].map((role) => `No one takes over ${role}.`)] };
}

/** The engagements with the one that goes on ended; null where none can go on until that day. */
function endedOn(lastDay: string, known: readonly Engagement[]): readonly Engagement[] | null {
  const engagements = known.length > 0 ? known : [newEngagement];
  const ending = engagements.findIndex((one) => canInclude(one, lastDay));
  return ending === -1
    ? null
    : engagements.map((one, index) => (index === ending ? { ...one, to: lastDay, ended: false } : one));
}

function isSameRole(one: CastPlace, other: CastPlace): boolean {
  return one.role !== null && one.role.id === other.role?.id && one.role_type === other.role_type;
}

/** Whether someone can be in the cast on a day, as far as their dates say; whether the production runs is another question. */
function isThere(day: string, engagements: readonly Engagement[], run: RunDays, today: string): boolean {
  const longest = { first: day < run.first ? day : run.first, last: null };
  return presenceOn(day, engagements, longest, today) !== null;
}

function notesOnDays({ leaverIds, lastDay, joiners, firstDay, run }: CastChange): string[] {
  const [isLeft, isJoined] = [leaverIds.size > 0, joiners.length > 0];
  const begins = [...(isLeft ? [earliestDay(lastDay)] : []), ...(isJoined ? [earliestDay(firstDay)] : [])];
  const end = run.last;
  return [
    ...(isLeft && isJoined && latestDay(lastDay) >= earliestDay(firstDay)
      ? ["The last day is not before the first day: on some days both can be in the cast."]
      : []),
    ...(isJoined && latestDay(firstDay) < run.first
      ? [`The first day is before the run, which begins on ${partialDateInWords(run.first)}.`]
      : []),
    ...(end !== null && begins.some((day) => day > end)
      ? [`This is after the run, which ends on ${partialDateInWords(end)}.`]
      : []),
  ];
}

interface Chosen {
  leaverIds: ReadonlySet<string>;
  joiners: readonly unknown[];
  /** Null for none; empty while the typed text is no date. */
  firstDay: string | null;
  /** Undefined until someone types it. */
  typedLastDay: string | null | undefined;
}

/** The last day and the first day of a change of cast, and what is missing. A day that is not given follows from the other. */
export function daysOfChange({ leaverIds, joiners, firstDay, typedLastDay }: Chosen) {
  const [isLeft, isJoined] = [leaverIds.size > 0, joiners.length > 0];
  const dayBefore = firstDay !== null && isDay(firstDay) ? daysAfter(firstDay, -1) : null;
  const lastDay = typedLastDay === undefined ? dayBefore : typedLastDay;
  const [first, last] = [firstDay || null, lastDay || null];
  const complete =
    isJoined && isLeft
      ? first && last && { firstDay: first, lastDay: last }
      : isJoined
        ? first && { firstDay: first, lastDay: daysAfter(earliestDay(first), -1) }
        : last && { firstDay: daysAfter(latestDay(last), 1), lastDay: last };
  const missing: { firstDay?: string; lastDay?: string } = {
    ...(isJoined && !first ? { firstDay: "Enter the first day" } : {}),
    ...(isLeft && !last ? { lastDay: "Enter the last day" } : {}),
  };
  return { lastDay, complete: complete || null, missing };
}
