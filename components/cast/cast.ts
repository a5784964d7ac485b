import { foldText } from "@/lib/core/fold.browser";
import type { Source } from "@/components/records/details/citation";
import type { CastEntry } from "@/lib/listings/casts/schema.browser";
import type { CastMember, Engagement } from "@/lib/resources/cast-members/schema.browser";
import { roleTypes } from "@/lib/resources/cast-members/terms.browser";

export const groupNames: { readonly [T in RoleType]: string } = {
  principal: "principals",
  ensemble: "ensemble",
  understudy: "understudies",
  swing: "swings",
  standby: "standbys",
  alternate: "alternates",
};

export type RoleType = CastMember["role_type"];

/** A person or a role; `isNew` until the cast is saved. */
export interface PersonOrRole {
  id: string;
  name: string;
  isNew?: boolean;
}

/** A role that a member also plays when needed. */
export interface Cover {
  role: PersonOrRole;
  call_order: number | null;
}

export interface CastPlace {
  person: PersonOrRole;
  role: PersonOrRole | null;
  role_type: RoleType;
  billing_order: number | null;
  /** When the person was in it. Absent: nothing is known. */
  engagements?: readonly Engagement[];
  covers?: readonly Cover[];
}

export interface EditedMember extends Required<CastPlace> {
  id: string;
  state: "as saved" | "changed" | "added" | "removed";
  /** The dates that are saved. */
  before: readonly Engagement[];
}

/** A member who is not saved yet. */
export interface AddedMember extends CastPlace {
  id: string;
  /** The saved members with an equal part, who are others. */
  besides?: readonly string[];
  /** The sources of the whole record. */
  sources?: readonly Source[];
}

export type NewPlace = Omit<AddedMember, "id" | "besides">;

/** What changes of a member, with the sources that say so. */
export type CastPatch = Partial<CastPlace> & { sources?: readonly Source[] };

/** The edits of a cast, as differences from the saved version, so that other people's saves are kept. */
export interface CastEdits {
  added: readonly AddedMember[];
  changed: Readonly<Record<string, CastPatch>>;
  removed: readonly string[];
  /** The members that are changed or removed, by their id, as the first edit of each saw them. */
  seen?: Readonly<Record<string, SavedMember | undefined>>;
}

export const noEdits: CastEdits = { added: [], changed: {}, removed: [] };

export type SavedMember = CastPlace & { id: string };

export function savedCast(entries: readonly CastEntry[]): SavedMember[] {
  return entries.map(({ id, person, role, role_type, billing_order, engagements, covers }) => ({
    id,
    person: { id: person.id, name: person.name },
    role,
    role_type,
    billing_order,
    engagements,
    covers: covers.map(({ role_id, name, call_order }) => ({ role: { id: role_id, name }, call_order })),
  }));
}

const nothingKnown = { engagements: [], covers: [] };

/** The cast with the edits applied; removed members stay in it, marked as removed. */
export function withEdits(saved: readonly SavedMember[], { added, changed, removed }: CastEdits): EditedMember[] {
  const there = saved.map((member): EditedMember => {
    const state = removed.includes(member.id) ? "removed" : changed[member.id] ? "changed" : "as saved";
    return { ...nothingKnown, ...member, ...changed[member.id], state, before: member.engagements ?? [] };
  });
  return [
    ...there,
    ...added.map((member): EditedMember => ({ ...nothingKnown, ...member, state: "added", before: [] })),
  ];
}

export interface RoleTypeGroup {
  type: RoleType;
  members: readonly EditedMember[];
}

/** Groups by role type, each in billing order, then by date; members without a number come last, by name. */
export function groupsOf(members: readonly EditedMember[]): RoleTypeGroup[] {
  return roleTypes.map((type) => ({
    type,
    members: members.filter(({ role_type }) => role_type === type).sort(byBilling),
  }));
}

function byBilling(a: EditedMember, b: EditedMember): number {
  const [first, second] = [a.billing_order ?? Infinity, b.billing_order ?? Infinity];
  if (first !== second) return first - second;
  const [begins, otherBegins] = [beginningOf(a), beginningOf(b)];
  if (first !== Infinity && begins !== otherBegins) return begins < otherBegins ? -1 : 1;
  return foldText(a.person.name) < foldText(b.person.name) ? -1 : 1;
}

/** Sorts those who were in it from the start first, and those without dates last. */
function beginningOf({ engagements: [first] }: EditedMember): string {
  return first === undefined || (first.from === null && first.to === null) ? "~" : (first.from ?? "");
}

/** Whether people of a type play the role when someone else cannot. */
export function doesCover(type: RoleType): boolean {
  return type === "understudy" || type === "standby";
}

/** The covers of someone new: an understudy covers the role that they are the understudy of. */
export function firstCovers({ role, role_type }: Pick<CastPlace, "role" | "role_type">): readonly Cover[] {
  return role && doesCover(role_type) ? [{ role, call_order: null }] : [];
}

/** The billing of a member added at the end. Principals are numbered; other groups only once someone orders them. */
export function nextBilling(members: readonly EditedMember[], type: RoleType): number | null {
  if (type !== "principal") return null;
  return Math.max(0, ...members.filter(({ role_type }) => role_type === type).map(billingOf)) + 1;
}

/**
 * Billing numbers after a move within a group. The group is numbered from the groups above it; a group below is
 * renumbered where it would overlap.
 *
 * @returns the numbers that change, by member.
 */
export function billingAfterMove(groups: readonly RoleTypeGroup[], type: RoleType, from: number, to: number) {
  const index = groups.findIndex((group) => group.type === type);
  const above = groups.slice(0, index).flatMap(({ members }) => members.map(billingOf));
  let last = Math.max(0, ...above);
  const numbers = new Map<string, number>();
  const number = (member: EditedMember) => {
    last += 1;
    if (member.billing_order !== last) numbers.set(member.id, last);
  };
  const members = groups[index]?.members ?? [];
  const moved = members.slice(from, from + 1);
  members
    .toSpliced(from, 1)
    .toSpliced(to, 0, ...moved)
    .forEach(number);
  for (const { members } of groups.slice(index + 1)) {
    const numbered = members.filter(({ billing_order }) => billing_order !== null);
    if (numbered.length > 0 && Math.min(...numbered.map(billingOf)) <= last) numbered.forEach(number);
    last = Math.max(last, ...numbered.map(billingOf));
  }
  return numbers;
}

function billingOf({ billing_order }: CastPlace): number {
  return billing_order ?? 0;
}

/** `Elsa`, `Elsa (understudy)` or `ensemble`. */
export function partInWords({ role, role_type }: { role: { name: string } | null; role_type: RoleType }): string {
  if (role === null) return role_type;
  return role_type === "principal" ? role.name : `${role.name} (${role_type})`;
}

/** What a member's details document gets (contract §13). */
export function memberDetails({ engagements, covers }: Partial<CastPlace>) {
  return { engagements, covers: covers?.map(({ role, call_order }) => ({ role_id: role.id, call_order })) };
}

/** The API path of a production's cast with its engagements; the server prefetches it. */
export function castPath(productionId: string): string {
  return `/productions/${encodeURIComponent(productionId)}/cast`;
}
