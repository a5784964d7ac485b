import type { RequestedChange } from "@/lib/editing/changes/schema.browser";
import type { CastEdits, PersonOrRole, CastPlace } from "./cast";
import type { MemberTags } from "./cast-conflicts";

/** A change with its label. */
export interface NamedChange {
  name: string;
  change: RequestedChange;
}

/** Turns the edits of a cast into changes, ordered so that each one's references exist. @param tags by member. */
export function changesOf(
  production_id: string,
  { added, changed, removed }: CastEdits,
  tags: ReadonlyMap<string, MemberTags> = new Map(),
): NamedChange[] {
  const kept = Object.entries(changed).filter(([id]) => !removed.includes(id));
  const places = [...kept.map(([, patch]) => patch), ...added];
  const people = newIn(places.map(({ person }) => person));
  const roles = newIn(places.flatMap(({ role, covers = [] }) => [role, ...covers.map((cover) => cover.role)]));
  return [
    ...people.map(({ id, name }) => named(name, { action: "create", resource: "people", id, data: { name } })),
    ...roles.map(({ id, name }) =>
      named(name, { action: "create", resource: "roles", id, data: { name, production_id } }),
    ),
    ...removed.map((id) => named("A removal", { action: "delete", resource: "cast-members", id, ...tags.get(id) })),
    ...kept.map(([id, patch]) =>
      named(patch.person?.name ?? "A change", {
        action: "update",
        resource: "cast-members",
        id,
        ...present("data", dataOf(patch)),
        ...present("details", memberDetails(patch)),
        ...(patch.sources ? { add_sources: [...patch.sources] } : {}),
        ...tags.get(id),
      }),
    ),
    ...added.map(({ id, sources = [], ...place }) =>
      named(place.person.name, {
        action: "create",
        resource: "cast-members",
        id,
        data: { ...dataOf(place), production_id },
        ...present("details", memberDetails(place)),
        ...(sources.length > 0 ? { sources: [...sources] } : {}),
      }),
    ),
  ];
}

function named(name: string, change: RequestedChange): NamedChange {
  return { name, change };
}

/** Each new record once, even if several members refer to it. */
function newIn(candidates: readonly (PersonOrRole | null | undefined)[]): PersonOrRole[] {
  const found = candidates.flatMap((candidate) => (candidate?.isNew ? [[candidate.id, candidate] as const] : []));
  return [...new Map(found).values()];
}

function dataOf({ person, role, role_type, billing_order }: Partial<CastPlace>): Record<string, unknown> {
  return {
    ...(person ? { person_id: person.id } : {}),
    ...(role === undefined ? {} : { role_id: role?.id ?? null }),
    ...(role_type ? { role_type } : {}),
    ...(billing_order === undefined ? {} : { billing_order }),
  };
}

/** What a member's details document gets (contract §13). */
export function memberDetails({ engagements, covers }: Partial<CastPlace>): Record<string, unknown> {
  return {
    ...(engagements ? { engagements } : {}),
    ...(covers ? { covers: covers.map(({ role, call_order }) => ({ role_id: role.id, call_order })) } : {}),
  };
}

/** The part of a change, if it has any fields. */
function present<Part extends "data" | "details">(part: Part, fields: Record<string, unknown>) {
  return Object.keys(fields).length > 0 ? ({ [part]: fields } as { [Name in Part]: Record<string, unknown> }) : {};
}
