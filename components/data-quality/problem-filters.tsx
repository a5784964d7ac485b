"use client";

import { useSearchParams } from "next/navigation";
import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field, SelectField } from "@/components/ui/field";
import type { DataProblem } from "@/lib/data-quality/schema";
import {
  filterNames,
  filterOptions,
  isFiltered,
  noFilter,
  readFilter,
  writeFilter,
  type ProblemFilter,
} from "./problem-filter";

const labels = { severity: "Severity", rule: "Problem", resource: "Records", theatre: "Theatre" } as const;

interface Props {
  problems: readonly DataProblem[];
  filter: ProblemFilter;
  onFilter(filter: ProblemFilter): void;
}

/** A search field, and a drop-down list for each filter with the number of problems behind each option. */
export function ProblemFilters({ problems, filter, onFilter }: Props) {
  return (
    <div className="grid grid-cols-2 items-start gap-3 lg:grid-cols-5">
      <div className="col-span-2 lg:col-span-1">
        <Field
          label="Search"
          type="search"
          data-shortcut="search"
          autoComplete="off"
          value={filter.q}
          onChange={(event) => onFilter({ ...filter, q: event.target.value })}
        />
      </div>
      {filterNames.map((name) => (
        <SelectField
          key={name}
          label={labels[name]}
          value={filter[name]}
          onChange={(event) => onFilter({ ...filter, [name]: event.target.value })}
        >
          <option value="">All</option>
          {filterOptions(problems, filter, name).map(({ value, label, count }) => (
            <option key={value} value={value}>
              {`${label} (${count})`}
            </option>
          ))}
        </SelectField>
      ))}
      {isFiltered(filter) && (
        <Button className="justify-self-start" onClick={() => onFilter(noFilter)}>
          Show all
        </Button>
      )}
    </div>
  );
}

/** The filter is kept in the address, so that a filtered list can be shared. */
export function useProblemFilter(): [ProblemFilter, (filter: ProblemFilter) => void] {
  const parameters = useSearchParams();
  const [filter, setFilter] = useState(() => readFilter(new URLSearchParams(parameters)));

  useEffect(() => {
    const goBack = () => setFilter(readFilter(new URLSearchParams(location.search)));
    window.addEventListener("popstate", goBack);
    return () => window.removeEventListener("popstate", goBack);
  }, []);

  function show(next: ProblemFilter) {
    setFilter(next);
    const query = writeFilter(next);
    const address = `${location.pathname}${query && `?${query}`}`;
    // Typing replaces the history entry; a choice adds one, so that Back undoes it.
    if (next.q === filter.q) history.pushState(null, "", address);
    else history.replaceState(null, "", address);
  }
  return [filter, show];
}
