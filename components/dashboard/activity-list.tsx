"use client";

import { useSearchParams } from "next/navigation";
import { EntryList } from "@/components/undo/entry-list";
import { useActivityPages } from "@/components/undo/use-activity-pages";
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

interface Narrowing {
  resource: string;
  account_id: string;
  record_id: string;
}

/** The activity log, newest first, with older pages on request. */
export function ActivityList() {
  const { id } = useCurrentStaff();
  const { narrowing, narrow } = useNarrowing();
  const query = useActivityPages({ ...narrowing }, pageLength);
  const entries = query.data?.pages.flat() ?? [];
  return (
    <div className="grid gap-4">
      <div className="grid gap-3 sm:grid-cols-2 lg:w-96">
        <SelectField
          label="Records"
          value={narrowing.resource}
          onChange={(event) => narrow({ resource: event.target.value })}
        >
          <option value="">All</option>
          {paths.map((path) => (
            <option key={path} value={path}>
              {capitalised(nouns[path].plural)}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="By"
          value={narrowing.account_id}
          onChange={(event) => narrow({ account_id: event.target.value })}
        >
          <option value="">Everyone</option>
          <option value={id}>Me</option>
          {othersIn(entries, id, narrowing.account_id).map((account) => (
            <option key={account.id} value={account.id}>
              {account.name}
            </option>
          ))}
        </SelectField>
      </div>
      {narrowing.record_id !== "" && (
        <p className="flex flex-wrap items-center gap-3 text-sm">
          <span>
            Changes to <bdi className="font-mono break-all">{narrowing.record_id}</bdi> only
          </span>
          <Button onClick={() => narrow({ record_id: "" })}>Show other records</Button>
        </p>
      )}
      <QueryState query={query} lines={8} label="Loading activity…" title="Activity can’t be loaded" />
      {query.data && entries.length === 0 && (
        <Nothing isNarrowed={Object.values(narrowing).some((value) => value !== "")} narrow={narrow} />
      )}
      {entries.length > 0 && <EntryList entries={entries} label="Activity" isMixed isCut={query.hasNextPage} />}
      <MoreButton query={query} />
    </div>
  );
}

function Nothing({ isNarrowed, narrow }: { isNarrowed: boolean; narrow: (more: Narrowing) => void }) {
  if (isNarrowed)
    return (
      <EmptyState title="No results">
        <Button onClick={() => narrow({ resource: "", account_id: "", record_id: "" })}>Show all</Button>
      </EmptyState>
    );
  return (
    <EmptyState title="No changes yet">
      <p className="text-sm text-muted">Saved, imported and deleted records will appear here, with Undo.</p>
    </EmptyState>
  );
}

/** Filters are kept in the address, so that a filtered view can be shared. */
function useNarrowing() {
  const parameters = useSearchParams();
  const narrowing: Narrowing = {
    resource: parameters.get("resource") ?? "",
    account_id: parameters.get("account_id") ?? "",
    record_id: parameters.get("record_id") ?? "",
  };
  function narrow(part: Partial<Narrowing>) {
    const next = { ...narrowing, ...part };
    const query = new URLSearchParams(Object.entries(next).filter(([, value]) => value !== ""));
    history.replaceState(null, "", `${location.pathname}${query.size > 0 ? `?${query}` : ""}`);
  }
  return { narrowing, narrow };
}

/** The other people in the listed entries, and the selected one even without entries. */
function othersIn(entries: readonly ActivityEntry[], me: string, asked: string): { id: string; name: string }[] {
  const names = new Map(entries.map(({ account: { id, name } }) => [id, name ?? `A former member (${id})`]));
  if (asked !== "" && !names.has(asked)) names.set(asked, asked);
  names.delete(me);
  return [...names].map(([id, name]) => ({ id, name }));
}
