import type { Engagement } from "@/lib/resources/cast-members/schema.browser";
import type { AddedMember, CastEdits, CastPatch, CastPlace, Cover, NewPlace, SavedMember } from "./cast";
import { isSamePersonOrRole, newId } from "./people-and-roles";

/** By member. */
export type CastPatches = ReadonlyMap<string, CastPatch>;

/** Applies patches to the edits. A patch that restores the saved values removes the edit. */
export function withPatches(edits: CastEdits, saved: readonly SavedMember[], patches: CastPatches): CastEdits {
  const changed = { ...edits.changed };
  for (const member of saved) {
    const patch = patches.get(member.id);
    if (!patch) continue;
    const rest = differences(member, { ...changed[member.id], ...patch });
    if (Object.keys(rest).length > 0) changed[member.id] = rest;
    else delete changed[member.id];
  }
  const added = edits.added.map((member) => ({ ...member, ...patches.get(member.id) }));
  return { ...edits, added, changed };
}

/**
 * Drops edits that are already saved and edits of members who are gone. The service makes the ids of new records, so an
 * addition is recognised by its part; what differs from it was edited while it was saved, and becomes a change.
 */
export function pendingEdits(edits: CastEdits, saved: readonly SavedMember[]): CastEdits {
  const isSavedAs = (one: AddedMember, member: SavedMember) =>
    hasSamePart(member, one) && !one.besides?.includes(member.id);
  const changed = saved.flatMap((member) => {
    const added = edits.added.find((one) => isSavedAs(one, member));
    const rest = differences(member, { ...added, ...edits.changed[member.id] });
    return Object.keys(rest).length > 0 ? [[member.id, rest] as const] : [];
  });
  return {
    ...edits,
    added: edits.added.filter((one) => !saved.some((member) => isSavedAs(one, member))),
    changed: Object.fromEntries(changed),
    removed: edits.removed.filter((id) => saved.some((member) => member.id === id)),
  };
}

export function withAdded(edits: CastEdits, saved: readonly SavedMember[], places: readonly NewPlace[]): CastEdits {
  const added = places.map((place) => {
    const besides = saved.filter((member) => hasSamePart(member, place)).map(({ id }) => id);
    return { ...place, id: newId(), ...(besides.length > 0 ? { besides } : {}) };
  });
  return { ...edits, added: [...edits.added, ...added] };
}

/** Unsaved members are simply dropped. */
export function withRemoved(edits: CastEdits, ids: readonly string[]): CastEdits {
  const isAdded = (id: string) => edits.added.some((member) => member.id === id);
  const saved = ids.filter((id) => !isAdded(id) && !edits.removed.includes(id));
  return {
    ...edits,
    added: edits.added.filter(({ id }) => !ids.includes(id)),
    removed: [...edits.removed, ...saved],
  };
}

export function withRestored(edits: CastEdits, id: string): CastEdits {
  return { ...edits, removed: edits.removed.filter((one) => one !== id) };
}

export function countOf({ added, changed, removed }: CastEdits): number {
  const others = Object.keys(changed).filter((id) => !removed.includes(id));
  return added.length + removed.length + others.length;
}

/** What a patch would change, with its sources. */
export function differences(saved: CastPlace, patch: CastPatch): CastPatch {
  const { person, role, role_type, billing_order, engagements, covers, sources } = patch;
  const changed = {
    ...(person && !isSamePersonOrRole(saved.person, person) ? { person } : {}),
    ...(role !== undefined && !isSamePersonOrRole(saved.role, role) ? { role } : {}),
    ...(role_type && role_type !== saved.role_type ? { role_type } : {}),
    ...(billing_order !== undefined && billing_order !== saved.billing_order ? { billing_order } : {}),
    ...(engagements && !areSameEngagements(saved.engagements ?? [], engagements) ? { engagements } : {}),
    ...(covers && !areSameCovers(saved.covers ?? [], covers) ? { covers } : {}),
  };
  return sources && Object.keys(changed).length > 0 ? { ...changed, sources } : changed;
}

/** Whether both mean the same: the API sorts engagements and sets `ended` once the last day is past. */
function areSameEngagements(saved: readonly Engagement[], drafted: readonly Engagement[]): boolean {
  return keyOf(saved) === keyOf(drafted);
}

/** `ended` says something only without a last day. */
function keyOf(engagements: readonly Engagement[]): string {
  const keys = engagements.map(({ from, to, ended, seen, note }) =>
    JSON.stringify([from, to, to === null && ended, [...new Set(seen)].toSorted(), note]),
  );
  return keys.toSorted().join("\n");
}

function areSameCovers(saved: readonly Cover[], drafted: readonly Cover[]): boolean {
  return (
    saved.length === drafted.length &&
    saved.every(({ role, call_order }, index) => {
      const other = drafted[index];
      return other !== undefined && isSamePersonOrRole(role, other.role) && call_order === other.call_order;
    })
  );
}

/** Whether a saved member has the part of a draft. */
function hasSamePart(saved: SavedMember, { person, role, role_type }: CastPlace): boolean {
  return (
    isSamePersonOrRole(saved.person, person) && isSamePersonOrRole(saved.role, role) && saved.role_type === role_type
  );
}

/** An edit of a member whom another person has changed meanwhile. */
export interface CastConflict {
  /** The member as the edit began with it. */
  before: SavedMember;
  /** As it is now; null when it is removed. */
  now: SavedMember | null;
  /** Null when the edit removes the member. */
  mine: CastPatch | null;
  /** What both have changed; for a removal, what the other has. */
  fields: readonly (keyof CastPlace)[];
}

/** The edits with the members that they began with: for those that have just begun, the present ones. */
export function withSeen(edits: CastEdits, saved: readonly SavedMember[]): CastEdits {
  const ids = [...Object.keys(edits.changed), ...edits.removed];
  const members = ids.flatMap((id) => edits.seen?.[id] ?? saved.find((member) => member.id === id) ?? []);
  return { ...edits, seen: Object.fromEntries(members.map((member) => [member.id, member])) };
}

/** The edits that would overwrite what another person has saved since they began. */
export function conflictsOf({ changed, removed, seen = {} }: CastEdits, saved: readonly SavedMember[]): CastConflict[] {
  return Object.values(seen).flatMap((before): CastConflict[] => {
    if (!before) return [];
    const now = saved.find(({ id }) => id === before.id) ?? null;
    const isRemoval = removed.includes(before.id);
    const patch = changed[before.id] ?? {};
    if (!now) return isRemoval ? [] : [{ before, now, mine: patch, fields: fieldsOf(patch) }];
    const theirs = fieldsOf(differences(before, now));
    const mine = isRemoval ? null : differences(now, patch);
    const fields = mine ? theirs.filter((field) => field in mine) : theirs;
    return fields.length > 0 ? [{ before, now, mine, fields }] : [];
  });
}

/** The edits without those that are in conflict. */
export function withoutConflicts(edits: CastEdits, conflicts: readonly CastConflict[]): CastEdits {
  const inConflict = new Map(conflicts.map((one) => [one.before.id, one]));
  const changed = Object.entries(edits.changed).map(([id, patch]) => {
    const fields: readonly string[] = inConflict.get(id)?.fields ?? [];
    return [id, Object.fromEntries(Object.entries(patch).filter(([field]) => !fields.includes(field)))] as const;
  });
  const removed = edits.removed.filter((id) => !inConflict.has(id));
  return { ...edits, changed: Object.fromEntries(changed), removed };
}

/** The fields that a patch changes, without its sources. */
const fieldsOf = ({ sources: _sources, ...place }: CastPatch) => Object.keys(place) as (keyof CastPlace)[];

/** The edits of a cast with the versions before and after, for undo and redo. */
interface EditHistory {
  versions: readonly CastEdits[];
  /** Which of them is the present one. */
  at: number;
  present: CastEdits;
  /** What the last step typed into; null when it ends there. */
  typedInto: string | null;
}

const maxSteps = 200;

export function startHistory(present: CastEdits): EditHistory {
  return { versions: [present], at: 0, present, typedInto: null };
}

/** @param typedInto the field, while someone types: its keystrokes are one step. */
export function withStep(history: EditHistory, present: CastEdits, typedInto: string | null = null): EditHistory {
  const isSameStep = typedInto !== null && typedInto === history.typedInto;
  const past = history.versions.slice(0, history.at + (isSameStep ? 0 : 1)).slice(-maxSteps);
  return { versions: [...past, present], at: past.length, present, typedInto };
}

/** One step back (-1), or forward again (1); the same when there is none. */
export function stepped(history: EditHistory, by: -1 | 1): EditHistory {
  const at = history.at + by;
  const present = history.versions[at];
  return present ? { ...history, at, present, typedInto: null } : history;
}
