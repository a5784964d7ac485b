import "server-only";
import { readDataset, readEarlierValues } from "../../../prisma/seed/dataset.ts";
import { requireStaff } from "../../accounts/sign-in/staff.ts";
import { validateChange } from "../changes/inspect-change.ts";
import { makeChanges, type BulkResult } from "../changes/make-changes.ts";
import type { RequestedChange } from "../changes/schema.browser.ts";
import type { Database } from "../../db/database.ts";
import { sortByReference } from "../../records/link-resources.ts";
import { resources } from "../../resources/resources.ts";
import { readAllPages } from "../../catalogue/representation-queries.ts";
import { planTable, type DataConflict, type DataPlan } from "./plan.ts";
import { readPeoplesChanges, updaterId } from "./queries.ts";

export interface DataUpdate extends DataPlan {
  /** Null when nothing was written. */
  changeId: string | null;
}

/**
 * Brings a database up to the dataset, as one change of the activity log. What a person has changed since stays, and is
 * in `conflicts`, as is what the rules refuse because of it.
 *
 * @param root the project's folder.
 * @param isDryRun checks everything and writes nothing.
 */
export async function updateData(database: Database, root: string, isDryRun: boolean): Promise<DataUpdate> {
  const plan = await planUpdate(database, root);
  const conflicts = [...plan.conflicts];
  let changes = plan.changes;
  // What the rules refuse is left out. It may be what others refer to, so the rest is checked again.
  for (;;) {
    const refused = refusalsOf(changes, await attempt(database, changes, true));
    if (refused.size === 0) break;
    conflicts.push(...refused.values());
    changes = changes.filter((_, index) => !refused.has(index));
  }
  const made = isDryRun || changes.length === 0 ? null : await attempt(database, changes, false);
  if (made && refusalsOf(changes, made).size > 0)
    throw new Error("The data has changed meanwhile. Run the command again.");
  return { changes, conflicts, changeId: made?.changeId ?? null };
}

async function planUpdate(database: Database, root: string): Promise<DataPlan> {
  const [dataset, earlier] = [readDataset(root), readEarlierValues(root)];
  const people = await readPeoplesChanges(database);
  const plan: DataPlan = { changes: [], conflicts: [] };
  for (const resource of sortByReference(resources)) {
    const { repository } = resource;
    const { changes, conflicts } = planTable(
      {
        resource,
        stored: await readAllPages(database.prisma, repository.rows),
        wanted: dataset[repository.name] ?? [],
        earlier: earlier[repository.name] ?? {},
      },
      people,
    );
    plan.changes.push(...changes);
    plan.conflicts.push(...conflicts);
  }
  return plan;
}

function attempt(database: Database, changes: readonly RequestedChange[], isDryRun: boolean): Promise<BulkResult> {
  return makeChanges(database, updater(), {
    changes: changes.map(validateChange),
    isDryRun,
    now: Date.now(),
    onProgress: () => undefined,
    isClientGone: () => false,
  });
}

function refusalsOf(changes: readonly RequestedChange[], { evaluations }: BulkResult): Map<number, DataConflict> {
  return new Map(
    evaluations.flatMap(({ refusal }, index) => {
      const change = changes[index];
      if (!refusal || !change) return [];
      const message = refusal.issues.map((issue) => `${issue.path} ${issue.message}`.trim()).join("; ");
      return [[index, { resource: change.resource, id: change.id ?? "", field: null, message }]];
    }),
  );
}

/** The operator of the service, who has no account. */
function updater() {
  return requireStaff({
    id: "",
    accountId: updaterId,
    email: updaterId,
    name: "Update of the dataset",
    role: "admin",
    createdAt: Date.now(),
    provider: null,
    hasOnlyPassword: false,
  });
}
