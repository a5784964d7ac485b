import { FactsTable } from "@/components/ui/charts/facts-table";
import { beginningOf, endAndSeenOf } from "../engagement-words";
import type { BarGroup, BarRow } from "./bar-groups";
import { BarName } from "./bar-name";

/** The facts of the bars, as text: a line for each engagement. */
export function CastTable({ groups }: { groups: readonly BarGroup[] }) {
  return (
    <FactsTable
      label="Cast over time as a table"
      columns={["Role", "Person", "From", "To"]}
      groups={groups.map(({ id, title, rows }) => ({ key: id, title, lines: rows.flatMap(linesOf) }))}
    />
  );
}

function linesOf(row: BarRow) {
  const { id, engagements } = row;
  const what = <BarName row={row} />;
  if (engagements.length === 0) return [{ key: id, what, from: "Not known", to: "Not known" }];
  return engagements.map((one, index) => ({
    key: `${id} ${index}`,
    what,
    from: beginningOf(one),
    to: endAndSeenOf(one),
  }));
}
