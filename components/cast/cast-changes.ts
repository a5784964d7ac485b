import type { RequestedChange } from "@/lib/editing/changes/schema.browser";
import { memberDetails, type CastEdits, type CastPatch, type CastPlace } from "./cast";
import { documentPath } from "@/components/records/form/record-shape";
import { getApi } from "@/lib/http/client/client.browser";
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
