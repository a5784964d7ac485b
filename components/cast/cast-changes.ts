import type { RequestedChange } from "@/lib/editing/changes/schema.browser";
import { memberDetails, type CastEdits, type CastPlace, type CastPatch, type SavedMember } from "./cast";
import { documentPath } from "@/components/records/form/record-shape";
import { getApi } from "@/lib/http/client/client.browser";
import { differences } from "./edits";
import { newAmong } from "./people-and-roles";

/** Turns the edits of a cast into changes, ordered so that each one's references exist. */
export function changesOf(production_id: string, { added, changed, removed }: CastEdits): RequestedChange[] {
  const kept = Object.entries(changed).filter(([id]) => !removed.includes(id));
  const places = [...kept.map(([, patch]) => patch), ...added];
  const people = newAmong(places.map(({ person }) => person));
  const roles = newAmong(places.flatMap(({ role, covers = [] }) => [role, ...covers.map((cover) => cover.role)]));
  const resource = "cast-members";
  return [
    ...people.map(({ id, name }): RequestedChange => ({ action: "create", resource: "people", id, data: { name } })),
    ...roles.map(({ id, name }): RequestedChange => {
      return { action: "create", resource: "roles", id, data: { name, production_id } };
    }),
    ...removed.map((id): RequestedChange => ({ action: "delete", resource, id })),
    ...kept.map(([id, patch]): RequestedChange => {
      const parts = { data: known(dataOf(patch)), details: known(memberDetails(patch)) };
      return { action: "update", resource, id, ...parts, add_sources: patch.sources?.slice() };
    }),
    ...added.map(({ id, sources, ...place }): RequestedChange => {
      const parts = { data: { ...dataOf(place), production_id }, details: known(memberDetails(place)) };
      return { action: "create", resource, id, ...parts, sources: sources?.slice() };
    }),
  ];
}

function dataOf({ person, role, role_type, billing_order }: Partial<CastPlace>) {
  return { person_id: person?.id, role_id: role === null ? null : role?.id, role_type, billing_order };
}

/** The fields that are known; undefined without any. */
function known(fields: Record<string, unknown>): Record<string, unknown> | undefined {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
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

/**
 * Guards changes of members with the entity tags of what they replace. The cast is read after them and compared with
 * what the edits began with: a save in between makes a tag outdated.
 */
export function guarded(changes: readonly RequestedChange[]): Promise<RequestedChange[]> {
  const tagOf = async (id: string, part?: "details") =>
    (await getApi(documentPath({ path: "cast-members", part }, id)).catch(() => null))?.etag ?? undefined;
  return Promise.all(
    changes.map(async (change) => {
      if (change.action === "create") return change;
      if (change.action === "delete") return { ...change, if_match: await tagOf(change.id) };
      const [if_match, details_if_match] = await Promise.all([
        change.data && tagOf(change.id),
        change.details && tagOf(change.id, "details"),
      ]);
      return { ...change, if_match, details_if_match };
    }),
  );
}
