import { useMemo } from "react";
import { DayFilterField } from "@/components/form/day-control";
import { Checkbox } from "@/components/ui/checkbox";
import { DropDown } from "@/components/ui/drop-down";
import { Field, SelectField } from "@/components/ui/field";
import type { Entries, ResourcePath } from "@/lib/resources/resource-views.browser";
import { filteredFields, changeChoices } from "./list-state";
import type { ListFilter } from "./list-view";
import { filterChoices } from "./rows";
import type { RecordList } from "./use-list";

interface Props<P extends ResourcePath> {
  list: RecordList<P>;
}

/** Search, filters and columns. @param isFolded shows everything in one panel, without menus. */
export function ListTools<P extends ResourcePath>({ list, isFolded }: Props<P> & { isFolded: boolean }) {
  const { view, state, change } = list;
  const filtered = filteredFields(state.chosen);
  const activeDays = view.days.filter(({ id }) => filtered.has(id)).length;
  const dayFilters = view.days.map((filter) => <DayRangeFilter key={filter.id} list={list} {...filter} />);
  const columnChoice = <ColumnChoice list={list} />;
  return (
    <div
      id="list-tools"
      className={`flex flex-wrap items-end gap-3 text-sm ${isFolded ? "rounded border border-line bg-raised p-3" : ""}`}
    >
      <div className="min-w-48 grow sm:basis-48">
        <Field
          label="Search"
          type="search"
          data-shortcut="search"
          value={state.typed}
          placeholder="Search (accents ignored)"
          onChange={(event) => change({ typed: event.target.value })}
        />
      </div>
      {view.filters.map((filter) => (
        <FilterChoice key={filter.id} list={list} filter={filter} />
      ))}
      {isFolded && dayFilters}
      {!isFolded && view.days.length > 0 && (
        <DropDown label={activeDays > 0 ? `Dates (${activeDays})` : "Dates"} side="right">
          <div className="grid gap-4">{dayFilters}</div>
        </DropDown>
      )}
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

function FilterChoice<P extends ResourcePath>({ list, filter }: Props<P> & { filter: ListFilter<Entries[P]> }) {
  const { prepared, context, change } = list;
  const { chosen } = list.state;
  const value = chosen[filter.id] ?? "";
  // Memoised: it looks through all rows, and each key press in the search renders it.
  const choices = useMemo(() => filterChoices(prepared, filter, context), [prepared, filter, context]);
  const isListed = value === "" || choices.some((choice) => choice.value === value);
  return (
    <div className="min-w-32 grow basis-[40%] sm:w-40 sm:grow-0 sm:basis-auto">
      <SelectField
        label={filter.title}
        value={value}
        onChange={(event) => change({ chosen: changeChoices(chosen, { [filter.id]: event.target.value }) })}
        none="All"
        options={[...(isListed ? [] : [value]), ...choices.map((one) => [one.value, one.words] as const)]}
      />
    </div>
  );
}

/** Shows and hides columns; the first one, with the name, stays. */
function ColumnChoice<P extends ResourcePath>({ list: { view, state, change } }: Props<P>) {
  const visible = state.columns;
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

/** Filters by a date: from one day to another, both included. */
function DayRangeFilter<P extends ResourcePath>({ list, id, title }: Props<P> & { id: string; title: string }) {
  const { chosen } = list.state;
  const [first, last] = [`${id}.from`, `${id}.to`];
  const { [first]: from = "", [last]: to = "" } = chosen;
  const narrow = (part: Record<string, string>) => list.change({ chosen: changeChoices(chosen, part) });
  return (
    <fieldset className="grid w-full grid-cols-2 items-start gap-2 sm:w-96">
      <legend className="sr-only">{title}</legend>
      <DayFilterField label={`${title} from`} day={from} narrow={(day) => narrow({ [first]: day })} />
      <DayFilterField label={`${title} to`} day={to} narrow={(day) => narrow({ [last]: day })} />
      {from !== "" && to !== "" && from > to && (
        <p className="col-span-2 text-curtain">The first day is after the last.</p>
      )}
    </fieldset>
  );
}
