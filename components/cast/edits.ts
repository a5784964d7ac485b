import type { CastEdits, CastPlace, PersonOrRole, SavedMember } from "./cast";

/** Applies patches to the edits. A patch that restores the saved values removes the edit. */
export function withPatches(
  edits: CastEdits,
  saved: readonly SavedMember[],
  patches: ReadonlyMap<string, Partial<CastPlace>>,
): CastEdits {
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

/** Drops edits that are already saved and edits of members who are gone. */
export function pendingEdits(edits: CastEdits, saved: readonly SavedMember[]): CastEdits {
  const there = new Map(saved.map((member) => [member.id, member]));
  const changed = Object.entries(edits.changed).flatMap(([id, patch]) => {
    const member = there.get(id);
    const rest = member ? differences(member, patch) : {};
    return Object.keys(rest).length > 0 ? [[id, rest] as const] : [];
  });
  return {
    added: edits.added.filter(({ id }) => !there.has(id)),
    changed: Object.fromEntries(changed),
    removed: edits.removed.filter((id) => there.has(id)),
  };
}

export function withAdded(edits: CastEdits, places: readonly CastPlace[]): CastEdits {
  return { ...edits, added: [...edits.added, ...places.map((place) => ({ ...place, id: crypto.randomUUID() }))] };
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

/** Renames an unsaved person or role in every place. */
export function withRenamed(edits: CastEdits, id: string, name: string): CastEdits {
  const renamed = <Party extends PersonOrRole | null | undefined>(party: Party): Party =>
    party?.isNew && party.id === id ? { ...party, name } : party;
  const places = <Place extends Partial<CastPlace>>(place: Place): Place => ({
    ...place,
    ...(place.person ? { person: renamed(place.person) } : {}),
    ...(place.role ? { role: renamed(place.role) } : {}),
  });
  const changed = Object.fromEntries(Object.entries(edits.changed).map(([one, patch]) => [one, places(patch)]));
  return { ...edits, added: edits.added.map(places), changed };
}

export function countOf({ added, changed, removed }: CastEdits): number {
  const others = Object.keys(changed).filter((id) => !removed.includes(id));
  return added.length + removed.length + others.length;
}

function differences(saved: CastPlace, patch: Partial<CastPlace>): Partial<CastPlace> {
  const { person, role, role_type, billing_order } = patch;
  return {
    ...(person && person.id !== saved.person.id ? { person } : {}),
    ...(role !== undefined && role?.id !== saved.role?.id ? { role } : {}),
    ...(role_type && role_type !== saved.role_type ? { role_type } : {}),
    ...(billing_order !== undefined && billing_order !== saved.billing_order ? { billing_order } : {}),
  };
}
