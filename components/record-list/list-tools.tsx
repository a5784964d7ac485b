"use client";

import { useMemo, type ReactNode } from "react";
import { controlClass } from "@/components/ui/labelled";
import type { ListFilter, ListView, ListContext } from "./list-view";
import type { Entries, ResourcePath } from "@/lib/resources/nouns";
import { filterChoices, type Row } from "./rows";
import type { ListState } from "./list-state";

interface Props<P extends ResourcePath> {
  view: ListView<P>;
  rows: readonly Row<Entries[P]>[];
  context: ListContext;
  state: ListState;
  change(part: Partial<ListState>): void;
  children?: ReactNode;
}

/** Search, filters and column choice of a list. */
export function ListTools<P extends ResourcePath>({ view, rows, context, state, change, children }: Props<P>) {
  return (
    <div className="flex flex-wrap items-end gap-3">
      <label className="min-w-48 grow text-sm font-semibold">
        Search
        <input
          type="search"
          data-shortcut="search"
          value={state.typed}
          placeholder="Search (accents ignored)"
          onChange={(event) => change({ typed: event.target.value })}
          className={`${controlClass} font-normal`}
        />
      </label>
      {view.filters.map((filter) => (
        <FilterChoice
          key={filter.id}
          filter={filter}
          rows={rows}
          context={context}
          value={state.chosen[filter.id] ?? ""}
          onChoose={(value) => change({ chosen: withChoice(state.chosen, filter.id, value) })}
        />
      ))}
      <ColumnChoice view={view} state={state} change={change} />
      {children}
    </div>
  );
}

interface FilterProps<Entry> {
  filter: ListFilter<Entry>;
  rows: readonly Row<Entry>[];
  context: ListContext;
  value: string;
  onChoose(value: string): void;
}

function FilterChoice<Entry>({ filter, rows, context, value, onChoose }: FilterProps<Entry>) {
  // Debounced: filtering thousands of rows on every key press would be slow.
  const choices = useMemo(() => filterChoices(rows, filter, context), [rows, filter, context]);
  return (
    <label className="min-w-32 grow basis-[40%] text-sm font-semibold sm:max-w-48 sm:grow-0 sm:basis-auto">
      {filter.title}
      <select
        value={value}
        onChange={(event) => onChoose(event.target.value)}
        className={`${controlClass} font-normal`}
      >
        <option value="">All</option>
        {value !== "" && !choices.some((choice) => choice.value === value) && <option value={value}>{value}</option>}
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.words}
          </option>
        ))}
      </select>
    </label>
  );
}

function ColumnChoice<P extends ResourcePath>({ view, state, change }: Pick<Props<P>, "view" | "state" | "change">) {
  const [, ...optional] = view.columns;
  function toggle(id: string) {
    const wanted = (column: string) => state.columns.includes(column) !== (column === id);
    change({ columns: view.columns.map((column) => column.id).filter(wanted) });
  }
  return (
    <details
      className="relative text-sm"
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) event.currentTarget.open = false;
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape") event.currentTarget.open = false;
      }}
    >
      <summary className="flex min-h-10 cursor-pointer items-center rounded border border-edge bg-raised px-4 font-semibold hover:bg-sunken">
        Columns
      </summary>
      <fieldset className="absolute left-0 z-20 mt-1 grid w-max gap-1 rounded border border-edge bg-raised p-3 sm:right-0 sm:left-auto">
        <legend className="sr-only">Visible columns</legend>
        {optional.map((column) => (
          <label key={column.id} className="flex min-h-8 cursor-pointer items-center gap-2">
            <input
              type="checkbox"
              className="size-4 accent-curtain"
              checked={state.columns.includes(column.id)}
              onChange={() => toggle(column.id)}
            />
            {column.title}
          </label>
        ))}
      </fieldset>
    </details>
  );
}

function withChoice(chosen: ListState["chosen"], id: string, value: string): ListState["chosen"] {
  const { [id]: _before, ...others } = chosen;
  return value === "" ? others : { ...others, [id]: value };
}
