import { nameKey } from "@/lib/listings/search/matching.browser";
import type { RunDays } from "@/lib/resources/cast-members/presence.browser";
import { firstCovers, type CastPlace, type EditedMember, type PersonOrRole, type RoleType } from "../cast";
import { hasPart, newByName, partKey, roleNamed, type Candidates } from "../people-and-roles";
import { isCreditTitle, looksLikePerson } from "./text-kinds";
import type { EntryRow, CastList } from "./read-cast-list";
import { remarkDates } from "./remarks";
import type { EntryForm } from "./split-list";

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
    const [person, role] = [(edit.person ?? read.person).trim(), (edit.role ?? read.role ?? "").trim()];
    const candidates = find(person);
    const part = {
      person: personFor(person, candidates, chosen[nameKey(person)]) ?? newPerson(person),
      role: role === "" ? null : roleNamed(role, roles, newRole),
      role_type: edit.role_type ?? row.role_type,
      billing_order: null,
    };
    const dated = row.remark && remarkDates(row.remark, run, today);
    const place: CastPlace = {
      ...part,
      ...(dated ? { engagements: [dated.engagement] } : {}),
      covers: firstCovers(part),
    };
    const shown = { person: edit.person ?? read.person, role: edit.role ?? read.role ?? "" };
    return { row, ...shown, candidates, place, dateDoubts: dated?.doubts ?? [] };
  });
  const taken = new Set<string>();
  return found.map(({ dateDoubts, ...match }) => {
    const doubts = [...doubtsOf(match, found, members), ...dateDoubts, ...strokeDoubts(match, roles)];
    if (taken.has(partKey(match.place))) doubts.push("Same as a row above");
    taken.add(partKey(match.place));
    return { ...match, doubts, isTaken: edits[match.row.key]?.isTaken ?? doubts.length === 0 };
  });
}

function personFor(name: string, { same, near }: Candidates, wanted: string | undefined): PersonOrRole | undefined {
  const known = [...same, ...near].find(({ id }) => id === wanted);
  return known ?? (wanted === "new" || name === "" ? undefined : same[0]);
}

type Found = Omit<Match, "doubts" | "isTaken">;

function doubtsOf(match: Found, all: readonly Found[], members: readonly EditedMember[]): string[] {
  const { row, place } = match;
  const [person, role] = [place.person.name, place.role?.name ?? ""];
  const others = all.filter((one) => one.row !== match.row && one.place.role_type === place.role_type);
  const withRole = others.filter((one) => one.place.role !== null);
  const isUnlike = place.person.isNew === true && !looksLikePerson(person);
  const isRoleUsual = place.role_type !== "ensemble" && place.role_type !== "swing";
  const isLong = [person, role].some((name) => [...name].length > maxNameLength);
  return [
    ...(row.doubt === null ? [] : [row.doubt]),
    ...(person === "" ? ["No name"] : isUnlike ? ["Doesn’t look like a full name"] : []),
    ...(isCreditTitle(person) || isCreditTitle(role) ? ["Looks like a creative credit"] : []),
    ...(isLong ? [`A name is longer than ${maxNameLength} characters`] : []),
    ...(isRoleUsual && role === "" && withRole.length > 1 && withRole.length * 2 > others.length
      ? ["No role, though most others have one"]
      : []),
    ...(hasPart(members, place) ? ["Already in the cast"] : []),
  ];
}

/** A stroke may stand between two roles, which would be two rows. */
function strokeDoubts({ place: { role } }: Found, roles: readonly PersonOrRole[]): string[] {
  const parts = role?.isNew ? role.name.split("/").map(nameKey) : [];
  const isTwo = parts.length > 1 && parts.some((part) => roles.some((one) => nameKey(one.name) === part.trim()));
  return isTwo ? ["Two roles? Add a row for each"] : [];
}

export type Order = "name first" | "role first";

/** The order of the entries with a separator, and of those with brackets. */
export type Orders = { readonly [Form in Exclude<EntryForm, "fixed">]: Order };

interface Known {
  /** Whether someone in the data has this name. */
  isPerson(name: string): boolean;
  /** Whether the production has a role of this name. */
  isRole(name: string): boolean;
}

/**
 * Which side of the entries is the person: the side with more known people; otherwise the one that the head of a table,
 * known roles or the look of the names speak for.
 */
export function guessOrders({ rows, order }: Pick<CastList, "rows" | "order">, known: Known): Orders {
  const guess = (form: EntryForm) =>
    guessOrder(
      rows.filter((row) => row.form === form && row.second !== null),
      known,
    );
  const separated = guess("separated");
  return {
    separated: separated.isSure || order === null ? separated.order : order,
    bracketed: guess("bracketed").order,
  };
}

/** Turns the entries round; those with brackets only when there are no others. */
export function swappedOrders(orders: Orders, rows: readonly EntryRow[]): Orders {
  const form = mainForm(rows);
  return { ...orders, [form]: orders[form] === "name first" ? "role first" : "name first" };
}

/** The form whose order the whole list is said to have. */
export function mainForm(rows: readonly EntryRow[]): keyof Orders {
  const both = rows.filter(({ second }) => second !== null);
  return both.some(({ form }) => form === "bracketed") && !both.some(({ form }) => form === "separated")
    ? "bracketed"
    : "separated";
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

function guessOrder(rows: readonly EntryRow[], { isPerson, isRole }: Known): { order: Order; isSure: boolean } {
  const count = (side: "first" | "second", is: (text: string) => boolean) =>
    rows.filter((row) => is(row[side] ?? "")).length;
  const people = count("first", isPerson) - count("second", isPerson);
  if (people !== 0) return { order: people > 0 ? "name first" : "role first", isSure: true };
  const roles = count("second", isRole) - count("first", isRole);
  const roleSides = rows.reduce((sum, { roleSide }) => sum + (roleSide === "second" ? 1 : roleSide ? -1 : 0), 0);
  const looks = count("first", looksLikePerson) - count("second", looksLikePerson);
  const [found = 0] = [roles, looks, roleSides, repeated(rows, "second") - repeated(rows, "first")].filter(
    (difference) => difference !== 0,
  );
  return { order: found < 0 ? "role first" : "name first", isSure: false };
}

/** Several people play one role more often than one person several roles. */
function repeated(rows: readonly EntryRow[], side: "first" | "second"): number {
  return rows.length - new Set(rows.map((row) => row[side]?.toLowerCase())).size;
}
