import { authorOf } from "@/lib/history/activity/terms.browser";
import type { ActivityEntry } from "@/lib/history/activity/schema.browser";
import type { Source } from "./source-list";

/** A change of one field, or of its sources. */
export interface FieldChange {
  id: string;
  at: string;
  /** The name of who made it; null for a former member. */
  by: string;
  before: unknown;
  after: unknown;
  /** Its sources after the change; null when the change left them as they were. */
  sources: readonly Source[] | null;
}

type Version = ActivityEntry["after"];

/** The changes of one field of a record or of its details, in the order of the entries. */
export function fieldChanges(
  entries: readonly ActivityEntry[],
  field: string,
  part: "details" | undefined,
): FieldChange[] {
  return entries.flatMap(({ id, at, account, by, before, after }) => {
    if (after === null) return [];
    const [from, to] = [before, after].map((version) => valueOf(version, field, part));
    const [cited, cites] = [before, after].map((version) => sourcesOf(version, field));
    const sources = cites && JSON.stringify(cites) !== JSON.stringify(cited ?? []) ? cites : null;
    if (JSON.stringify(from) === JSON.stringify(to) && sources === null) return [];
    return [{ id, at, by: authorOf({ account, by }), before: from, after: to, sources }];
  });
}

function valueOf(version: Version, field: string, part: "details" | undefined): unknown {
  const holder = part ? membersOf(version?.[part]) : version;
  return holder?.[field] ?? null;
}

/** The sources of a field in a version that has them. */
function sourcesOf(version: Version, field: string): Source[] | null {
  const sources = membersOf(version?.["sources"])?.["sources"] as Source[] | undefined;
  return sources?.filter((one) => one.field === field || one.field === null) ?? null;
}

function membersOf(part: unknown): Readonly<Record<string, unknown>> | null {
  return typeof part === "object" && part !== null ? { ...part } : null;
}
