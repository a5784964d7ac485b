import { Button } from "@/components/ui/button";
import { Field, SelectField } from "@/components/ui/field";
import type { DataProblem } from "@/lib/editing/data-quality/schema.browser";
import { textSchema } from "@/components/ui/use-search-state";
import { createMatcher, nameKey } from "@/lib/listings/search/matching.browser";
import { problemRules, ruleNames } from "@/lib/editing/data-quality/terms.browser";

const labels = { rule: "Problem", theatre: "Theatre" } as const;

interface Props {
  problems: readonly DataProblem[];
  filter: ProblemFilter;
  onFilter(filter: ProblemFilter, how?: { isTyping: boolean }): void;
}

/** A search field, and a drop-down list for each filter with the number of problems behind each option. */
export function ProblemFilters({ problems, filter, onFilter }: Props) {
  return (
    <div className="grid grid-cols-2 items-start gap-3 lg:grid-cols-3">
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

const filterNames = ["rule", "theatre"] as const;
type FilterName = (typeof filterNames)[number];

/** The wanted values, and the words in `q`; empty: any. */
export type ProblemFilter = Readonly<Record<FilterName | "q", string>>;

export const noFilter: ProblemFilter = { q: "", rule: "", theatre: "" };

export const filterSchema = textSchema(noFilter);

export function isFiltered(filter: ProblemFilter): boolean {
  return Object.values(filter).some((value) => value !== "");
}

/** @param except a filter that is ignored, to count its options. */
export function filterProblems(
  problems: readonly DataProblem[],
  filter: ProblemFilter,
  except?: FilterName,
): DataProblem[] {
  const isMatch = createMatcher(filter.q);
  return problems.filter(
    (problem) =>
      filterNames.every(
        (name) => name === except || filter[name] === "" || valuesOf(problem, name).includes(filter[name]),
      ) &&
      (filter.q === "" ||
        isMatch(nameKey([problem.name, problem.message, ...problem.related.map(({ name }) => name)].join(" ")))),
  );
}

/** The options of a filter, each with the number of problems that it would show beside the other filters. */
export function filterOptions(problems: readonly DataProblem[], filter: ProblemFilter, name: FilterName) {
  const counts = new Map<string, number>();
  for (const problem of filterProblems(problems, filter, name))
    for (const value of valuesOf(problem, name)) counts.set(value, (counts.get(value) ?? 0) + 1);
  const labels = labelsOf(problems, name);
  if (filter[name] !== "" && !labels.has(filter[name])) labels.set(filter[name], filter[name]);
  const options = [...labels]
    .map(([value, label]) => ({ value, label, count: counts.get(value) ?? 0 }))
    .filter(({ value, count }) => count > 0 || value === filter[name]);
  return name === "rule" ? options : options.toSorted((a, b) => a.label.localeCompare(b.label, "en"));
}

function valuesOf({ rule, theatres }: DataProblem, name: FilterName): readonly string[] {
  return name === "rule" ? [rule] : theatres.map(({ id }) => id);
}

/** The words for the values of a filter; rules with the most urgent first. */
function labelsOf(problems: readonly DataProblem[], name: FilterName): Map<string, string> {
  if (name === "rule") return new Map(ruleNames.map((rule) => [rule, problemRules[rule].title]));
  return new Map(problems.flatMap(({ theatres }) => theatres.map(({ id, name: theatre }) => [id, theatre] as const)));
}
