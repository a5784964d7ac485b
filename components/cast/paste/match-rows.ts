import { readPartialDate } from "@/components/form/typed-day";
import { dayNumber } from "@/components/ui/calendar";
import { partialDateInWords } from "@/lib/core/date-words.browser";
import { earliestDay, latestDay } from "@/lib/core/partial-dates.browser";
import { nameKey } from "@/lib/listings/search/matching.browser";
import type { RunDays } from "@/lib/resources/cast-members/presence.browser";
import type { Engagement } from "@/lib/resources/cast-members/schema.browser";
import { firstCovers, nextBilling, type CastPlace, type EditedMember, type PersonOrRole, type RoleType } from "../cast";
import { newEngagement } from "../engagements";
import { hasPart, newByName, partKey, roleNamed, type Candidates } from "../people-and-roles";
import type { EntryRow, CastList, Known } from "./read-cast-list";
import type { Remark } from "./read-line";
import type { EntryForm } from "./split-list";
import { isCreditTitle, looksLikePerson, type Order } from "./text-kinds";

/** What someone corrected in the preview; absent fields are as they were read. */
export interface RowEdit {
  person?: string | undefined;
  role?: string | undefined;
  role_type?: RoleType | undefined;
  isTaken?: boolean | undefined;
}

/** A row of the preview: the person and role that an entry means. */
export interface Match {
  row: EntryRow;
  person: string;
  /** Empty for none. */
  role: string;
  place: CastPlace;
  candidates: Candidates;
  /** Why the row may be wrong. It is added only if someone ticks it. */
  doubts: readonly string[];
  isTaken: boolean;
}

export interface MatchContext {
  orders: Orders;
  find: (name: string) => Candidates;
  /** The roles of this production. */
  roles: readonly PersonOrRole[];
  members: readonly EditedMember[];
  /** The days of the production; undefined while they are not known. */
  run: RunDays | undefined;
  today: string;
  /** The chosen person by `nameKey(name)`; `new` for a new person. */
  chosen: Readonly<Record<string, string>>;
  /** By the row's key. */
  edits: Readonly<Record<string, RowEdit>>;
}

/** The longest name that the API accepts, in code points. */
const maxNameLength = 200;

/** Matches each row to a known person and role. Each unknown name becomes one new record. */
export function matchRows(rows: readonly EntryRow[], context: MatchContext): Match[] {
  const { orders, find, roles, members, run, today, chosen, edits } = context;
  const newPerson = newByName(members.map(({ person }) => person));
  const newRole = newByName(members.map(({ role }) => role));
  const found = rows.map((row) => {
    const edit = edits[row.key] ?? {};
    const read = turnedIfKnown(orient(row, orders), context);
    const shown = { person: edit.person ?? read.person, role: edit.role ?? read.role ?? "" };
    const [person, role] = [shown.person.trim(), shown.role.trim()];
    const candidates = find(person);
    const part = {
      person: personFor(person, candidates, chosen[nameKey(person)]) ?? newPerson(person),
      role: role === "" ? null : roleNamed(role, roles, newRole),
      role_type: edit.role_type ?? row.role_type,
      billing_order: null,
    };
    const dated = row.remark && remarkDates(row.remark, run, today);
    const place: CastPlace = { ...part, ...(dated && { engagements: [dated.engagement] }), covers: firstCovers(part) };
    return { row, ...shown, candidates, place, dateDoubts: dated?.doubts ?? [] };
  });
  const taken = new Set<string>();
  return found.map((match) => {
    const doubts = doubtsOf(match, found, context);
    if (taken.has(partKey(match.place))) doubts.push("Same as a row above");
    taken.add(partKey(match.place));
    return { ...match, doubts, isTaken: edits[match.row.key]?.isTaken ?? doubts.length === 0 };
  });
}

/** The ticked rows as entries of the cast; principals are numbered in their order. */
export function placesOf(matches: readonly Match[], members: readonly EditedMember[]): CastPlace[] {
  let principals = nextBilling(members, "principal") ?? 1;
  return matches
    .filter(({ isTaken }) => isTaken)
    .map(({ place }) => ({ ...place, billing_order: place.role_type === "principal" ? principals++ : null }));
}

/** The chosen person, or the one of that name; undefined for a new one. @param wanted an id, or `new`. */
export function personFor(
  name: string,
  { same, near }: Candidates,
  wanted: string | undefined,
): PersonOrRole | undefined {
  const chosen = [...same, ...near].find(({ id }) => id === wanted);
  const found = chosen ?? (wanted === "new" || name === "" ? undefined : same[0]);
  return found && { id: found.id, name: found.name };
}

type Found = Omit<Match, "doubts" | "isTaken"> & { dateDoubts: readonly string[] };

function doubtsOf(match: Found, all: readonly Found[], { members, roles }: MatchContext): string[] {
  const { row, place, dateDoubts } = match;
  const [person, role] = [place.person.name, place.role?.name ?? ""];
  const others = all.filter((one) => one.row !== row && one.place.role_type === place.role_type);
  const withRole = others.filter((one) => one.place.role !== null);
  const isRoleUsual = place.role_type !== "ensemble" && place.role_type !== "swing";
  const isMissing = isRoleUsual && role === "" && withRole.length > 1 && withRole.length * 2 > others.length;
  // A stroke may stand between two roles, which would be two rows.
  const parts = place.role?.isNew ? role.split("/").map((part) => nameKey(part).trim()) : [];
  const doubts = [
    row.doubt,
    person === "" && "No name",
    person !== "" && place.person.isNew && !looksLikePerson(person) && "Doesn’t look like a full name",
    (isCreditTitle(person) || isCreditTitle(role)) && "Looks like a creative credit",
    [person, role].some((name) => [...name].length > maxNameLength) &&
      `A name is longer than ${maxNameLength} characters`,
    isMissing && "No role, though most others have one",
    hasPart(members, place) && "Already in the cast",
    ...dateDoubts,
    parts.length > 1 && roles.some(({ name }) => parts.includes(nameKey(name))) && "Two roles? Add a row for each",
  ];
  return doubts.filter((one) => typeof one === "string");
}

/** The order of the entries with a separator, and of those with brackets. */
export type Orders = { readonly [Form in Exclude<EntryForm, "fixed">]: Order };

/**
 * Which side of the entries is the person, by the first of these that speaks for one: known people, the head of a table,
 * known roles, the look of the names.
 */
export function guessOrders({ rows, order }: Pick<CastList, "rows" | "order">, { isPerson, isRole }: Known): Orders {
  const guess = (form: EntryForm, head: Order | null): Order => {
    const both = rows.filter((row) => row.form === form && row.second !== null);
    const moreFirst = (is: (text: string) => boolean) =>
      both.filter(({ first }) => is(first)).length - both.filter(({ second }) => is(second ?? "")).length;
    const reasons = [
      moreFirst(isPerson),
      head === null ? 0 : head === "name first" ? 1 : -1,
      -moreFirst(isRole),
      moreFirst(looksLikePerson),
    ];
    return (reasons.find((difference) => difference !== 0) ?? 0) < 0 ? "role first" : "name first";
  };
  return { separated: guess("separated", order), bracketed: guess("bracketed", null) };
}

/** The person and the role of an entry. */
export function orient({ form, first, second }: EntryRow, orders: Orders): { person: string; role: string | null } {
  const isNameFirst = form === "fixed" || second === null || orders[form] === "name first";
  return isNameFirst ? { person: first, role: second } : { person: second, role: first };
}

/** One entry may stand the other way round than its list: it is turned if only then both sides are known. */
function turnedIfKnown(read: ReturnType<typeof orient>, { find, roles }: Pick<MatchContext, "find" | "roles">) {
  const { person, role } = read;
  const isPerson = (name: string) => find(name).same.length > 0;
  const isRole = (name: string) => roles.some((one) => nameKey(one.name) === nameKey(name));
  if (role === null || !isPerson(role) || !isRole(person) || isPerson(person) || isRole(role)) return read;
  return { person: role, role: person };
}

/** How many years a run without a closing date is taken to last. */
const openYears = 2;

/**
 * The engagement that a remark means. A date without a year gets the one in which it lies within the run.
 *
 * @returns with it why the dates may be others.
 */
function remarkDates({ note, ...words }: Remark, run: RunDays | undefined, today: string) {
  const [from, to] = [dateOf(words.from, run, today), dateOf(words.to, run, today)];
  const seen = dateOf(words.seen, run, today, today);
  const days = { from: from?.date ?? null, to: to?.date ?? null, seen: seen ? [seen.date] : [] };
  const engagement: Engagement = { ...newEngagement, ...days, note };
  return { engagement, doubts: [from, to, seen].flatMap((one) => one?.doubt ?? []) };
}

/** @param until the last day that the words can mean. */
function dateOf(words: string | null, run: RunDays | undefined, today: string, until = "9999") {
  if (words === null) return null;
  const whole = readPartialDate(words);
  if (whole !== undefined) return { date: whole, doubt: doubtOfDay(whole, run) };
  const yearOf = (day: string) => Number(day.slice(0, 4));
  const thisYear = yearOf(today);
  const first = run ? yearOf(run.first) : thisYear - 1;
  const last = run?.last ? yearOf(run.last) : Math.max(thisYear, first) + openYears;
  const years = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const distance = (date: string) => Math.abs(dayNumber(earliestDay(date)) - dayNumber(today));
  const dates = years
    .flatMap((year) => readPartialDate(`${words} ${year}`) ?? [])
    .filter((one) => earliestDay(one) <= until);
  const inRun = dates.filter((one) => run && doubtOfDay(one, run) === null);
  const nearest = (inRun.length > 0 ? inRun : dates).toSorted((a, b) => distance(a) - distance(b))[0];
  if (nearest === undefined) return null;
  if (inRun.length === 1) return { date: nearest, doubt: null };
  return { date: nearest, doubt: doubtOfDay(nearest, run) ?? `Check the year of ${partialDateInWords(nearest)}` };
}

function doubtOfDay(date: string, run: RunDays | undefined): string | null {
  if (run === undefined) return null;
  if (latestDay(date) < run.first) return `${partialDateInWords(date)} is before the run`;
  return run.last !== null && earliestDay(date) > run.last ? `${partialDateInWords(date)} is after the run` : null;
}
