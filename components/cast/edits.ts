import type { CastEdits, CastPlace, SavedMember } from "./cast";

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

/** An unsaved member is simply dropped. */
export function withRemoved(edits: CastEdits, id: string): CastEdits {
  if (edits.added.some((member) => member.id === id))
    return { ...edits, added: edits.added.filter((member) => member.id !== id) };
  return { ...edits, removed: [...edits.removed, id] };
}

export function withRestored(edits: CastEdits, id: string): CastEdits {
  return { ...edits, removed: edits.removed.filter((one) => one !== id) };
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
