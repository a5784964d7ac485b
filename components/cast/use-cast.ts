import { useEffect, useRef, useState } from "react";
import { useCurrentStaff } from "@/components/accounts/current-staff";
import { draftKey, storeDraft, readStored } from "@/components/records/form/drafts";
import { documentPath } from "@/components/records/form/record-shape";
import type { Selection } from "@/components/records/list/selection";
import type { RequestedChange } from "@/lib/editing/changes/schema.browser";
import { getApi } from "@/lib/http/client/client.browser";
import { useApi } from "@/lib/http/client/hooks.browser";
import type { CastEntry } from "@/lib/listings/casts/schema.browser";
import {
  castPath,
  memberDetails,
  noEdits,
  savedCast,
  withEdits,
  type CastEdits,
  type CastPlace,
  type EditedMember,
  type NewPlace,
} from "./cast";
import {
  conflictsOf,
  countOf,
  pendingEdits,
  startHistory,
  stepped,
  withAdded,
  withoutConflicts,
  withPatches,
  withRemoved,
  withRestored,
  withSeen,
  withStep,
  type CastConflict,
  type CastPatches,
} from "./edits";
import { newAmong, type PersonOrRoleOf } from "./people-and-roles";

const pollMilliseconds = 30_000;

/** A production's cast with its edits. Unsaved edits are kept in this browser, and can be undone while the page is open. */
export function useCast(productionId: string) {
  const { data, error, refetch } = useApi<CastEntry[]>(castPath(productionId), {
    everyMilliseconds: pollMilliseconds,
  });
  const key = draftKey(useCurrentStaff().id, "cast", productionId);
  const [history, setHistory] = useState(() => startHistory(readEdits(key)));
  const kept = history.present;
  useEffect(() => storeDraft(key, countOf(kept) === 0 ? null : kept), [key, kept]);
  const saved = savedCast(data?.body ?? []);
  const edits = data ? pendingEdits(kept, saved) : kept;
  const latest = useRef(saved);
  useEffect(() => {
    latest.current = saved;
  });

  const edit = (next: (now: CastEdits) => CastEdits, typedInto?: string) =>
    setHistory((now) => withStep(now, withSeen(next(pendingEdits(now.present, saved)), saved), typedInto));

  return {
    query: { data, error, refetch },
    members: withEdits(saved, edits),
    edits,
    editCount: countOf(edits),
    canUndo: history.at > 0,
    canRedo: history.at < history.versions.length - 1,
    /** Undoes (-1) or redoes (1). */
    step: (by: -1 | 1) => setHistory((now) => stepped(now, by)),
    /** @param typedInto the field, while someone types. */
    patch: (patches: CastPatches, typedInto?: string) => edit((now) => withPatches(now, saved, patches), typedInto),
    /** @param patches new dates of others, in the same step. */
    add: (places: readonly NewPlace[], patches: CastPatches = new Map()) =>
      edit((now) => withAdded(withPatches(now, saved, patches), saved, places)),
    remove: (ids: readonly string[]) => edit((now) => withRemoved(now, ids)),
    giveBack: (id: string) => edit((now) => withRestored(now, id)),
    /** Puts other edits in the place of all. */
    replace: (others: CastEdits) => edit(() => others),
    changes: changesOf(productionId, edits),
    /**
     * Reads the tags of the members of the edits and then the cast anew, for a save.
     *
     * @param known what another person has saved, and may be replaced.
     * @returns the changes to send, with the tags of what they may replace, and what else they would replace; without an
     * answer the tags alone guard them.
     */
    prepareSave: async (known: readonly CastConflict[]) => {
      const { seen } = withSeen(kept, saved);
      const changes = await guarded(changesOf(productionId, edits));
      const shown = Object.fromEntries(known.map(({ before, now }) => [before.id, now ?? undefined]));
      const { data: fresh } = await refetch();
      const all = { ...kept, seen: { ...seen, ...shown } };
      return {
        changes,
        conflicts: fresh ? conflictsOf(all, savedCast(fresh.body)) : [],
        /** Forgets these edits when they are saved, but not those made since. */
        forget: () =>
          setHistory(({ present }) => {
            const left = present === kept ? noEdits : pendingEdits(present, latest.current);
            return startHistory(withSeen({ ...left, seen: {} }, latest.current));
          }),
      };
    },
    /** Gives up the edits that those of another person are in the way of. */
    take: (conflicts: readonly CastConflict[]) => edit((now) => withoutConflicts(now, conflicts)),
  };
}

export type Cast = ReturnType<typeof useCast>;

/** What is stored may be of another shape. */
function readEdits(key: string): CastEdits {
  const kept = readStored(key);
  const isEdits =
    typeof kept === "object" && kept !== null && "added" in kept && "changed" in kept && "removed" in kept;
  return isEdits ? (kept as CastEdits) : noEdits;
}

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
      const parts = { data: knownFields(dataOf(patch)), details: knownFields(memberDetails(patch)) };
      return { action: "update", resource, id, ...parts, add_sources: patch.sources?.slice() };
    }),
    ...added.map(({ id, sources, ...place }): RequestedChange => {
      const parts = { data: { ...dataOf(place), production_id }, details: knownFields(memberDetails(place)) };
      return { action: "create", resource, id, ...parts, sources: sources?.slice() };
    }),
  ];
}

function dataOf({ person, role, role_type, billing_order }: Partial<CastPlace>) {
  return { person_id: person?.id, role_id: role === null ? null : role?.id, role_type, billing_order };
}

/** The fields that are known; undefined without any. */
function knownFields(fields: Record<string, unknown>): Record<string, unknown> | undefined {
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

/** The row that is open for editing. */
export interface OpenRow {
  id: string;
  /** Whether it has just moved to another group, with the control that had the focus. */
  isMoved: boolean;
  /** Whether its dates or covers kept the cast from being saved; then it is another object each time. */
  isRefused?: boolean;
}

/** What a dialog is given that adds people to the cast of a production. */
export interface AddingDialogProps {
  productionId: string;
  members: readonly EditedMember[];
  /** @param patches new dates of others. */
  onAdd(places: readonly NewPlace[], patches?: CastPatches): void;
  onDismiss(): void;
}

/** What the rows of all groups share, and the fields below them. */
export interface RowContext {
  productionId: string;
  cast: Cast;
  selection: Selection;
  open: OpenRow | null;
  setOpen(open: OpenRow | null): void;
  personOrRoleOf: PersonOrRoleOf;
  /** Announces a text to screen readers. */
  say(text: string): void;
}
