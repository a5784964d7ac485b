import { partialDateInWords } from "@/lib/core/date-words.browser";
import { earliestDay, latestDay, isPartialDate } from "@/lib/core/partial-dates.browser";
import { isPossibleOn, type RunDays } from "@/lib/resources/cast-members/presence.browser";
import type { Engagement } from "@/lib/resources/cast-members/schema.browser";
import type { CastPlace, EditedMember, RoleTypeGroup } from "./cast";

/** An engagement of which nothing is known yet. */
export const newEngagement: Engagement = { from: null, to: null, ended: false, seen: [], note: null };

/**
 * Gives members a first or a last day, that of their last engagement or of a first one, or a day on which they were seen.
 *
 * @returns the patches by member.
 */
export function withDates(
  members: readonly EditedMember[],
  field: "from" | "to" | "seen",
  date: string,
): ReadonlyMap<string, Pick<EditedMember, "engagements">> {
  const part = field === "from" ? { from: date } : { to: date, ended: false };
  return new Map(
    members.map((member) => {
      const { id, engagements } = member;
      if (field === "seen") return [id, withSighting(member, date)];
      const last = { ...(engagements.at(-1) ?? newEngagement), ...part };
      return [id, { engagements: [...engagements.slice(0, -1), last] }];
    }),
  );
}

/** Adds a date to the last engagement in which it can lie, or to a new one. */
function withSighting({ engagements = [] }: CastPlace, date: string): Pick<EditedMember, "engagements"> {
  const place = engagements.findLastIndex((one) => canInclude(one, date));
  const engagement = engagements[place];
  if (!engagement) return { engagements: [...engagements, { ...newEngagement, seen: [date] }] };
  const seen = [...new Set([...engagement.seen, date])].toSorted();
  return { engagements: engagements.with(place, { ...engagement, seen }) };
}

export function canInclude({ from, to }: Engagement, date: string): boolean {
  return (from === null || earliestDay(from) <= latestDay(date)) && (to === null || latestDay(to) >= earliestDay(date));
}

/** Gives someone new a first day, unless their own dates say another or contradict it. */
export function withBeginning({ engagements = [] }: CastPlace, from: string | null): Pick<CastPlace, "engagements"> {
  const [first = newEngagement, ...others] = engagements;
  const isBefore = from !== null && (first.to === null || earliestDay(from) <= latestDay(first.to));
  if (first.from !== null || !isBefore) return { engagements };
  return { engagements: [{ ...first, from }, ...others] };
}

/** An engagement in a few words: `Mar 2026 – 14 Sept 2026`, `since 2019 · last seen Mar 2026`, `dates unknown`. */
export function engagementInWords({ from, to, ended, seen }: Engagement, today: string): string {
  const sightings = seenInWords(seen);
  if (from === null && to === null && sightings !== null) return ended ? `${sightings} · left` : sightings;
  const days = daysInWords({ from, to, ended }, today);
  const lastSeen = seen.at(-1);
  return to !== null || lastSeen === undefined ? days : `${days} · last seen ${dateInWords(lastSeen)}`;
}

export function datesInWords(engagements: readonly Engagement[], today: string): string {
  return [...new Set(engagements.map((one) => engagementInWords(one, today)))].join("; ") || "dates unknown";
}

/** When someone was seen in it: `seen 3 Mar 2026`, `seen 2024 to Mar 2026`; null when no day is known. */
function seenInWords(seen: Engagement["seen"]): string | null {
  const [first, last] = [seen[0], seen.at(-1)];
  if (first === undefined || last === undefined) return null;
  return `seen ${[...new Set([first, last])].map(dateInWords).join(" to ")}`;
}

function daysInWords({ from, to, ended }: Pick<Engagement, "from" | "to" | "ended">, today: string): string {
  const [first, last] = [from === null ? null : dateInWords(from), to === null ? null : dateInWords(to)];
  if (first !== null && last !== null) return `${first} – ${last}`;
  if (last !== null) return `until ${last}`;
  if (first === null) return ended ? "left, dates unknown" : "dates unknown";
  return ended ? `from ${first} · left, date unknown` : `${from !== null && from > today ? "from" : "since"} ${first}`;
}

/** The first day of an engagement in words. */
export function beginningOf({ from }: Engagement): string {
  return from === null ? "Not known" : partialDateInWords(from);
}

/** Its last day in words. */
export function endOf({ to, ended }: Pick<Engagement, "to" | "ended">): string {
  if (to !== null) return partialDateInWords(to);
  return ended ? "Not known (ended)" : "No end known";
}

/** Its last day in words, and when the person was seen in it. */
export function endAndSeenOf(engagement: Engagement): string {
  return [endOf(engagement), seenInWords(engagement.seen)].filter((words) => words !== null).join(", ");
}

/** A date in a draft may not be one yet. */
export function dateInWords(date: string): string {
  return isPartialDate(date) ? partialDateInWords(date) : "?";
}

/** Which members of a cast are shown. */
export type CastView = "today" | "everyone";

/** A cast of more members is shown as of today at first. */
const longCast = 20;

/** A group as it is shown. */
export interface ShownGroup extends RoleTypeGroup {
  shown: readonly EditedMember[];
  /** Those who have certainly left, shown when they are asked for. */
  former: readonly EditedMember[];
}

export interface ShownCast {
  view: CastView;
  /** Null when both views are the same. */
  counts: Readonly<Record<CastView, number>> | null;
  /** Those with someone to show. */
  groups: readonly ShownGroup[];
  /** Those who may be in the cast today, as far as dates are known. */
  here: readonly EditedMember[];
}

/**
 * The groups as they are shown. Unsaved edits always are. Of a long cast today's members come first, unless the address
 * says otherwise; people without dates count as today's only where no one has any.
 */
export function shownCast(
  groups: readonly RoleTypeGroup[],
  today: string,
  wantedView: string | null,
  openId?: string,
): ShownCast {
  const all = groups.flatMap(({ members }) => members);
  const isEdited = ({ id, state }: EditedMember) => state !== "as saved" || id === openId;
  const now = all.filter((member) => isPossiblyIn(member, today));
  const hasBoth = now.length > 0 && now.length < all.length;
  const isToday = hasBoth && (wantedView === null ? all.length > longCast : wantedView === "today");
  const isFormer = (member: EditedMember) => hasBoth && !isToday && !isEdited(member) && hasLeft(member, today);
  return {
    view: isToday ? "today" : "everyone",
    here: now.filter(({ state }) => state !== "removed"),
    counts: hasBoth ? { today: now.length, everyone: all.length } : null,
    groups: groups
      .map((group) => ({
        ...group,
        shown: group.members.filter((one) => (isToday ? now.includes(one) || isEdited(one) : !isFormer(one))),
        former: group.members.filter(isFormer),
      }))
      .filter(({ shown, former }) => shown.length + former.length > 0),
  };
}

/** Before the run is loaded, any day may be one of it. */
const anyRun: RunDays = { first: "", last: null };

/** Whether someone with dates may be in the cast today. A date in a draft may not be one yet: then it is not known. */
function isPossiblyIn({ engagements }: EditedMember, today: string): boolean {
  const dates = engagements.map(({ from, to, ended }) => ({ from: from || null, to: to || null, ended }));
  return dates.length > 0 && isPossibleOn(today, dates, anyRun, today);
}

/** Whether someone has certainly left. */
export function hasLeft({ engagements }: EditedMember, today: string): boolean {
  return engagements.length > 0 && engagements.every(({ to, ended }) => (to === null ? ended : latestDay(to) < today));
}
