import { Button } from "@/components/ui/button";
import { Field, SelectField } from "@/components/ui/field";
import type { DataProblem } from "@/lib/editing/data-quality/schema.browser";
import { filterNames, filterOptions, isFiltered, noFilter, type ProblemFilter } from "./problem-filter";

const labels = { severity: "Severity", rule: "Problem", resource: "Records", theatre: "Theatre" } as const;

interface Props {
  problems: readonly DataProblem[];
  filter: ProblemFilter;
  onFilter(filter: ProblemFilter, how?: { isTyping: boolean }): void;
}

/** A search field, and a drop-down list for each filter with the number of problems behind each option. */
export function ProblemFilters({ problems, filter, onFilter }: Props) {
  return (
    <div className="grid grid-cols-2 items-start gap-3 lg:grid-cols-[1fr_1fr_1.5fr_1fr_1fr]">
      <div className="col-span-2 lg:col-span-1">
        <Field
          label="Search"
          type="search"
          data-shortcut="search"
          autoComplete="off"
          value={filter.q}
          onChange={(event) => onFilter({ ...filter, q: event.target.value }, { isTyping: true })}
        />
      </div>
      {filterNames.map((name) => (
        <SelectField
          key={name}
          label={labels[name]}
          value={filter[name]}
          onChange={(event) => onFilter({ ...filter, [name]: event.target.value })}
          none="All"
          options={filterOptions(problems, filter, name).map(({ value, label, count }) => [
            value,
            `${label} (${count})`,
          ])}
        />
      ))}
      {isFiltered(filter) && (
        <Button className="justify-self-start" onClick={() => onFilter(noFilter)}>
          Show all
        </Button>
      )}
    </div>
  );
}
