import { RecordLink } from "@/components/directory/record-link";
import type { BarGroup, BarRow } from "./bar-groups";
import { beginningOf, endOf } from "../engagement-words";

/** The facts of the chart, as text: a line for each engagement. */
export function CastTable({ groups }: { groups: readonly BarGroup[] }) {
  return (
    <div
      role="region"
      aria-label="Cast over time as a table"
      tabIndex={0}
      className="overflow-x-auto rounded border border-line bg-raised"
    >
      <table className="w-full min-w-[560px] border-collapse text-left text-sm">
        <thead className="bg-sunken">
          <tr>
            {["Role", "Person", "From", "To"].map((title) => (
              <th key={title} scope="col" className="px-3 py-2 font-semibold">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        {groups.map(({ id, title, rows }) => {
          const lines = rows.flatMap(linesOf);
          return (
            <tbody key={id} className="border-t border-line">
              {lines.map(({ key, row, from, to }, index) => (
                <tr key={key}>
                  {index === 0 && (
                    <th scope="rowgroup" rowSpan={lines.length} className="px-3 py-1 align-top font-normal">
                      {title}
                    </th>
                  )}
                  <td className="px-3 py-1">
                    <RecordLink path="cast-members" id={row.id}>
                      {row.name}
                    </RecordLink>
                  </td>
                  <td className="px-3 py-1 whitespace-nowrap">{from}</td>
                  <td className="px-3 py-1 whitespace-nowrap">{to}</td>
                </tr>
              ))}
            </tbody>
          );
        })}
      </table>
    </div>
  );
}

function linesOf(row: BarRow) {
  const { id, engagements } = row;
  if (engagements.length === 0) return [{ key: id, row, from: "Not known", to: "Not known" }];
  return engagements.map((one, index) => ({
    key: `${id} ${index}`,
    row,
    from: beginningOf(one),
    to: endOf(one),
  }));
}
