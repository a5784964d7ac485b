"use client";

import { useDeferredValue } from "react";
import { DayFilterField } from "@/components/form/day-control";
import { isDay } from "@/components/form/typed-day";
import { CsvButton } from "@/components/accounts/security-log/csv-button";
import { EntryList } from "@/components/records/undo/entry-list";
import { useLogPages } from "@/components/ui/use-pages";
import { textSchema, useSearchState } from "@/components/ui/use-search-state";
import { resourceViews, paths } from "@/lib/resources/resource-views.browser";
import { capitalised } from "@/lib/records/terms.browser";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { MoreButton } from "@/components/ui/remote-list";
import { Field, SelectField } from "@/components/ui/field";
import { QueryState } from "@/components/ui/query-state";
import type { ActivityEntry } from "@/lib/editing/activity/schema.browser";
import { useCurrentStaff } from "../accounts/current-staff";

const pageLength = 50;

const all = { resource: "", account_id: "", record_id: "", from: "", to: "", q: "" };
const narrowingSchema = textSchema(all);

/** The activity log, newest first, with older pages on request. */
export function ActivityList() {
  const { id } = useCurrentStaff();
  const [narrowing, setNarrowing] = useSearchState(narrowingSchema);
  const narrow = (part: Partial<typeof all>, how?: { isTyping: boolean }) =>
    setNarrowing({ ...narrowing, ...part }, how);
  // People edit addresses by hand.
  const filters = {
    ...narrowing,
    q: useDeferredValue(narrowing.q).trim(),
    from: isDay(narrowing.from) ? narrowing.from : "",
    to: isDay(narrowing.to) ? narrowing.to : "",
  };
  const query = useLogPages<ActivityEntry>("activity", filters, pageLength);
  const entries = query.data?.pages.flat() ?? [];
  const isNarrowed = Object.values(narrowing).some((value) => value !== "");
  return (
    <div className="grid gap-4">
      <div className="grid items-start gap-3 sm:grid-cols-2 lg:grid-cols-5">
        <Field
          label="Search"
          type="search"
          placeholder="A name or a value"
          maxLength={100}
          autoComplete="off"
          value={narrowing.q}
          onChange={(event) => narrow({ q: event.target.value }, { isTyping: true })}
        />
        <SelectField
          label="Records"
          value={narrowing.resource}
          onChange={(event) => narrow({ resource: event.target.value })}
          none="All"
          options={paths.map((path) => [path, capitalised(resourceViews[path].plural)])}
        />
        <SelectField
          label="By"
          value={narrowing.account_id}
          onChange={(event) => narrow({ account_id: event.target.value })}
          none="Everyone"
          options={[[id, "Me"], ...othersIn(entries, id, narrowing.account_id)]}
        />
        <DayFilterField label="From" day={filters.from} narrow={(from) => narrow({ from }, { isTyping: true })} />
        <DayFilterField label="To" day={filters.to} narrow={(to) => narrow({ to }, { isTyping: true })} />
      </div>
      <div>
        <CsvButton log="activity" narrowing={filters} />
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
        <EmptyState title={isNarrowed ? "No results" : "No changes yet"}>
          {isNarrowed ? (
            <Button onClick={() => setNarrowing(all)}>Show all</Button>
          ) : (
            <p className="text-sm text-muted">Saved, imported and deleted records will appear here, with Undo.</p>
          )}
        </EmptyState>
      )}
      {entries.length > 0 && <EntryList entries={entries} label="Activity" isMixed isCut={query.hasNextPage} />}
      <MoreButton query={query} />
    </div>
  );
}

/** The other people in the listed entries, and the selected one even without entries. */
function othersIn(entries: readonly ActivityEntry[], me: string, actor: string): [id: string, name: string][] {
  const names = new Map(
    entries.flatMap(({ account }) =>
      account ? [[account.id, account.name ?? `A former member (${account.id})`]] : [],
    ),
  );
  if (actor !== "" && !names.has(actor)) names.set(actor, actor);
  names.delete(me);
  return [...names];
}
