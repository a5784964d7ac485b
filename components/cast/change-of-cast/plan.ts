import { partialDateInWords } from "@/lib/core/date-words.browser";
import { daysAfter } from "@/components/ui/calendar";
import { earliestDay, latestDay } from "@/lib/core/partial-dates.browser";
import { presenceOn, type RunDays } from "@/lib/resources/cast-members/presence.browser";
import type { Engagement } from "@/lib/resources/cast-members/schema.browser";
import { engagementIssues } from "@/lib/resources/cast-members/engagement-rules.browser";
import { noEdits, type CastEdits, type CastPlace, type SavedMember, partInWords } from "../cast";
import { withAdded, withPatches } from "../edits";
import { engagementInWords } from "../engagement-words";
import { newEngagement } from "../engagements";
import { partKey } from "../people-and-roles";
import { leaving, type Leaving } from "./leaving";

/** Who leaves and who joins a cast. */
export interface CastChange {
  members: readonly SavedMember[];
  /** The ids of the members who leave. */
  leaverIds: ReadonlySet<string>;
  /** A partial date, as is the first day. */
  lastDay: string;
  joiners: readonly CastPlace[];
  firstDay: string;
  run: RunDays;
  today: string;
}

type Outcome = "leaves" | "moves" | "joins" | "returns" | "stays";

/** What the change means for one person in one part. */
export interface PlanLine {
  outcome: Outcome;
  place: CastPlace;
  /** The parts that a person who moves leaves. */
  before: readonly CastPlace[];
  /** The names of those who leave the role that a person joins. */
  replaces: readonly string[];
  notes: readonly string[];
  /** Why this can't be saved; null when it can. */
  problem: string | null;
}

export interface CastPlan {
  /** In the order of `Outcome`. */
  lines: readonly PlanLine[];
  /** What is to be considered about the days. */
  notes: readonly string[];
  /** What is to be saved. */
  edits: CastEdits;
}

interface Joining {
  outcome: "joins" | "returns" | "stays";
  place: CastPlace;
  /** The member who has this part already. */
  member: SavedMember | undefined;
  notes: string[];
  problem: string | null;
}

/** Plans a change of cast: what it means for everyone, and the edits that save it. */
export function planChange(change: CastChange): CastPlan {
  const { members, leaverIds, lastDay, firstDay, run, today } = change;
  const joinings = change.joiners.map((place, index) => joining(change, place, change.joiners.slice(0, index)));
  const staying = new Set(
    joinings.flatMap(({ outcome, member }) => (outcome === "stays" && member ? [member.id] : [])),
  );
  const leavings = members
    .filter(({ id }) => leaverIds.has(id) && !staying.has(id))
    .map((member) => leaving(member, lastDay, run, today));
  const joins = joinings.filter(({ outcome }) => outcome !== "stays");
  const joined = joins.map((one) => ({ ...one, ...inPlaceOf(one.place, leavings), ...begun(one, leavings, change) }));
  const others = members.filter(
    ({ id }) => !leaverIds.has(id) && !joins.some(({ member }) => member?.id === id) && !staying.has(id),
  );
  const stay = others.filter(({ engagements = [] }) => isThere(earliestDay(firstDay), engagements, run, today));

  const moved = new Set<Leaving>();
  const joinLines = joined.map(({ outcome, place, member, replaces, notes, problem }): PlanLine => {
    const left = leavings.filter(
      (one) => one.member.person.id === place.person.id && one.member !== member && !moved.has(one),
    );
    left.forEach((one) => moved.add(one));
    return {
      outcome: left.length > 0 ? "moves" : outcome,
      place,
      before: left.map((one) => one.member),
      replaces,
      notes: [...notes, ...left.flatMap((one) => one.notes), ...companyOf(place, stay)],
      problem: problem ?? left.find((one) => one.problem !== null)?.problem ?? null,
    };
  });
  const plain = { before: [], replaces: [] };
  const lines: PlanLine[] = [
    ...leavings
      .filter((one) => !moved.has(one))
      .map(({ member, notes, problem }) => ({
        ...plain,
        outcome: "leaves" as const,
        place: member,
        notes: isTakenOver(member, joined) ? notes : [...notes, `No one takes over ${member.role?.name}.`],
        problem,
      })),
    ...joinLines.toSorted((a, b) => orderOf(a) - orderOf(b)),
    ...joinings
      .filter(({ outcome }) => outcome === "stays")
      .map(({ place, notes, problem }) => ({ ...plain, outcome: "stays" as const, place, notes, problem })),
    ...stay.map((member) => ({ ...plain, outcome: "stays" as const, place: member, notes: [], problem: null })),
  ];
  return { lines, notes: notesOnDays(change), edits: editsOf(change, leavings, joined) };
}

/** What becomes of someone in the list of those who join. */
function joining(change: CastChange, place: CastPlace, above: readonly CastPlace[]): Joining {
  const { members, leaverIds, lastDay, firstDay, run, today } = change;
  const day = earliestDay(firstDay);
  const member = members.find((one) => partKey(one) === partKey(place));
  const engagements = member?.engagements ?? [];
  const known = engagements.map((one) => engagementInWords(one, today)).join("; ");
  const as = (outcome: Joining["outcome"], note: string | null, problem: string | null = null): Joining => {
    const isTwice = above.some((other) => partKey(other) === partKey(place));
    return {
      outcome,
      place,
      member,
      notes: note === null ? [] : [note],
      problem: isTwice ? "Twice in the list." : problem,
    };
  };
  if (!member) return as("joins", null);
  if (leaverIds.has(member.id))
    return day <= daysAfter(latestDay(lastDay), 1)
      ? as("stays", "Leaves and joins in the same part, without a break.")
      : as("returns", null);
  if (engagements.length === 0) return as("stays", "Already in this part, dates unknown.");
  if (isThere(day, engagements, run, today)) return as("stays", `Already in this part: ${known}.`);
  if (engagements.some(({ from }) => from !== null && earliestDay(from) > day))
    return as("returns", null, `Already joins later: ${known}.`);
  return as("returns", `Was in this part before: ${known}.`);
}

/** Who leaves the role that someone joins. A single one passes on the billing. */
function inPlaceOf(place: CastPlace, leavings: readonly Leaving[]) {
  const left = leavings.map(({ member }) => member).filter((member) => isSameRole(member, place));
  const others = left.filter(({ person }) => person.id !== place.person.id);
  const [only] = others;
  return {
    place: only && others.length === 1 ? { ...place, billing_order: only.billing_order } : place,
    replaces: others.map(({ person }) => person.name),
  };
}

function isSameRole(one: CastPlace, other: CastPlace): boolean {
  return one.role !== null && one.role.id === other.role?.id && one.role_type === other.role_type;
}

/** Those without a role are replaced by no one in particular. */
function isTakenOver(member: CastPlace, joined: readonly { place: CastPlace }[]): boolean {
  return member.role === null || joined.some(({ place }) => isSameRole(member, place));
}

/** The other parts of a person, and the other people of a role, that stay. */
function companyOf(place: CastPlace, stay: readonly SavedMember[]): string[] {
  const parts = stay.filter(({ person }) => person.id === place.person.id).map(partInWords);
  const people = stay.filter((one) => isSameRole(one, place)).map(({ person }) => person.name);
  return [
    ...(parts.length > 0 ? [`Stays as ${parts.join(", ")} too.`] : []),
    ...(people.length > 0 ? [`Also in this role: ${people.join(", ")}.`] : []),
  ];
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

/** Whether someone can be in the cast on a day, as far as their dates say; whether the production runs is another question. */
function isThere(day: string, engagements: readonly Engagement[], run: RunDays, today: string): boolean {
  const longest = { first: day < run.first ? day : run.first, last: null };
  return presenceOn(day, engagements, longest, today) !== null;
}

/** The engagements of someone who joins or returns, and why they contradict each other. */
function begun(joining: Joining, leavings: readonly Leaving[], { firstDay, run, today }: CastChange) {
  const { member, place, problem } = joining;
  const before = leavings.find((one) => one.member === member)?.after ?? member?.engagements ?? [];
  // A pasted row may have dates of its own.
  const own = place.engagements?.[0] ?? newEngagement;
  const after = [...before, { ...own, from: own.from ?? firstDay }];
  const issue = engagementIssues(after, run, today)[0];
  return { after, problem: problem ?? (issue ? `The first day ${issue.message}.` : null) };
}

function editsOf(
  { members }: CastChange,
  leavings: readonly Leaving[],
  joined: readonly (Pick<Joining, "member" | "place"> & { after: readonly Engagement[] })[],
): CastEdits {
  const patches = new Map(leavings.map(({ member, after }) => [member.id, { engagements: after }]));
  for (const { member, after } of joined) if (member) patches.set(member.id, { engagements: after });
  const places = joined.flatMap(({ member, place, after }) => (member ? [] : [{ ...place, engagements: after }]));
  return withAdded(withPatches(noEdits, members, patches), members, places);
}

const order: readonly Outcome[] = ["leaves", "moves", "joins", "returns", "stays"];

function orderOf({ outcome }: PlanLine): number {
  return order.indexOf(outcome);
}
