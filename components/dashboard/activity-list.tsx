"use client";

import { EntryList } from "@/components/undo/entry-list";
import { useLogPages } from "@/components/use-log-pages";
import { textSchema, useSearchState } from "@/components/use-search-state";
import { nouns, paths } from "@/lib/resources/nouns";
import { capitalised } from "@/lib/resource/terms";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { MoreButton } from "@/components/ui/more-button";
import { SelectField } from "@/components/ui/field";
import { QueryState } from "@/components/ui/query-state";
import type { ActivityEntry } from "@/lib/activity/schema";
import { useCurrentStaff } from "./current-staff";

const pageLength = 50;

const all = { resource: "", account_id: "", record_id: "" };
const narrowingSchema = textSchema(all);

/** The activity log, newest first, with older pages on request. */
export function ActivityList() {
  const { id } = useCurrentStaff();
  const [narrowing, setNarrowing] = useSearchState(narrowingSchema);
  const narrow = (part: Partial<typeof all>) => setNarrowing({ ...narrowing, ...part });
  const query = useLogPages<ActivityEntry>("activity", narrowing, pageLength);
  const entries = query.data?.pages.flat() ?? [];
  return (
    <div className="grid gap-4">
      <div className="grid gap-3 sm:grid-cols-2 lg:w-96">
        <SelectField
          label="Records"
          value={narrowing.resource}
          onChange={(event) => narrow({ resource: event.target.value })}
          none="All"
          options={paths.map((path) => [path, capitalised(nouns[path].plural)])}
        />
        <SelectField
          label="By"
          value={narrowing.account_id}
          onChange={(event) => narrow({ account_id: event.target.value })}
          none="Everyone"
          options={[[id, "Me"], ...othersIn(entries, id, narrowing.account_id)]}
        />
      </div>
      {narrowing.record_id !== "" && (
        <p className="flex flex-wrap items-center gap-3 text-sm">
          <span>
            Changes to <bdi className="font-mono break-all">{narrowing.record_id}</bdi> only
          </span>
          <Button onClick={() => narrow({ record_id: "" })}>Show other records</Button>
        </p>
      )}
      <QueryState query={query} what="activity" lines={8} />
      {query.data && entries.length === 0 && (
        <Nothing
          isNarrowed={Object.values(narrowing).some((value) => value !== "")}
          showAll={() => setNarrowing(all)}
        />
      )}
      {entries.length > 0 && <EntryList entries={entries} label="Activity" isMixed isCut={query.hasNextPage} />}
      <MoreButton query={query} />
    </div>
  );
}

function Nothing({ isNarrowed, showAll }: { isNarrowed: boolean; showAll(): void }) {
  if (isNarrowed)
    return (
      <EmptyState title="No results">
        <Button onClick={showAll}>Show all</Button>
      </EmptyState>
    );
  return (
    <EmptyState title="No changes yet">
      <p className="text-sm text-muted">Saved, imported and deleted records will appear here, with Undo.</p>
    </EmptyState>
  );
}

/** The other people in the listed entries, and the selected one even without entries. */
function othersIn(entries: readonly ActivityEntry[], me: string, asked: string): [id: string, name: string][] {
  const names = new Map(entries.map(({ account: { id, name } }) => [id, name ?? `A former member (${id})`]));
  if (asked !== "" && !names.has(asked)) names.set(asked, asked);
  names.delete(me);
  return [...names];
}
