import { RecordLink } from "@/components/directory/record-link";
import { FactsTable } from "@/components/timeline/facts-table";
import type { BarGroup, BarRow } from "./bar-groups";
import { beginningOf, endOf } from "../engagement-words";

/** The facts of the chart, as text: a line for each engagement. */
export function CastTable({ groups }: { groups: readonly BarGroup[] }) {
  return (
    <FactsTable
      label="Cast over time as a table"
      columns={["Role", "Person", "From", "To"]}
      groups={groups.map(({ id, title, rows }) => ({ key: id, title, lines: rows.flatMap(linesOf) }))}
    />
  );
}

function linesOf({ id, name, engagements }: BarRow) {
  const what = (
    <RecordLink path="cast-members" id={id}>
      {name}
    </RecordLink>
  );
  if (engagements.length === 0) return [{ key: id, what, from: "Not known", to: "Not known" }];
  return engagements.map((one, index) => ({
    key: `${id} ${index}`,
    what,
    from: beginningOf(one),
    to: endOf(one),
  }));
}
