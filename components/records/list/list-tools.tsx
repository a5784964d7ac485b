import { useMemo } from "react";
import { DropDown } from "@/components/ui/drop-down";
import { controlClass } from "@/components/ui/labelled";
import type { Entries, ResourcePath } from "@/lib/resources/resource-views.browser";
import { Checkbox } from "@/components/ui/checkbox";
import { DayFilters } from "./day-filters";
import type { ListState } from "./list-state";
import type { ListContext, ListFilter, ListView } from "./list-view";
import { filterChoices, type RecordRow } from "./rows";

interface Props<P extends ResourcePath> {
  view: ListView<P>;
  rows: readonly RecordRow<Entries[P]>[];
  context: ListContext;
  state: ListState;
  change(part: Partial<ListState>): void;
  /** Shows everything in one panel, without menus. */
  isFolded: boolean;
}

/** Search, filters and column choice of a list. */
export function ListTools<P extends ResourcePath>({ view, rows, context, state, change, isFolded }: Props<P>) {
  const activeDays = Object.keys(state.days).length;
  const dayFilters = <DayFilters filters={view.days} days={state.days} change={change} />;
  const columnChoice = <ColumnChoice view={view} visible={state.columns} change={change} />;
  return (
    <div
      id="list-tools"
      className={`flex flex-wrap items-end gap-3 text-sm ${isFolded ? "rounded border border-line bg-raised p-3" : ""}`}
    >
      <label className="min-w-48 grow font-semibold sm:basis-48">
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
      {view.days.length > 0 &&
        (isFolded ? (
          dayFilters
        ) : (
          <DropDown label={activeDays > 0 ? `Dates (${activeDays})` : "Dates"} side="right">
            <div className="grid gap-4">{dayFilters}</div>
          </DropDown>
        ))}
      {isFolded ? (
        columnChoice
      ) : (
        <DropDown label="Columns" side="right">
          {columnChoice}
        </DropDown>
      )}
    </div>
  );
}

interface FilterProps<Entry> {
  filter: ListFilter<Entry>;
  rows: readonly RecordRow<Entry>[];
  context: ListContext;
  value: string;
  onChoose(value: string): void;
}

function FilterChoice<Entry>({ filter, rows, context, value, onChoose }: FilterProps<Entry>) {
  // Memoised: it looks through all rows, and each key press in the search renders it.
  const choices = useMemo(() => filterChoices(rows, filter, context), [rows, filter, context]);
  return (
    <label className="min-w-32 grow basis-[40%] font-semibold sm:w-40 sm:grow-0 sm:basis-auto">
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

function withChoice(chosen: ListState["chosen"], id: string, value: string): ListState["chosen"] {
  const { [id]: _before, ...others } = chosen;
  return value === "" ? others : { ...others, [id]: value };
}

interface ColumnChoiceProps<P extends ResourcePath> {
  view: ListView<P>;
  visible: ListState["columns"];
  change(part: Pick<ListState, "columns">): void;
}

/** Shows and hides columns; the first one, with the name, stays. */
function ColumnChoice<P extends ResourcePath>({ view, visible, change }: ColumnChoiceProps<P>) {
  const [, ...optional] = view.columns;
  function toggle(id: string) {
    const isWanted = (column: string) => visible.includes(column) !== (column === id);
    change({ columns: view.columns.map((column) => column.id).filter(isWanted) });
  }
  return (
    <fieldset className="flex flex-wrap gap-x-4 gap-y-1 sm:grid">
      <legend className="mb-1 font-semibold sm:sr-only">Visible columns</legend>
      {optional.map((column) => (
        <Checkbox key={column.id} checked={visible.includes(column.id)} onChange={() => toggle(column.id)}>
          {column.title}
        </Checkbox>
      ))}
    </fieldset>
  );
}
