import { RecordLink } from "@/components/directory/record-link";
import { ScrollingTable } from "@/components/ui/scrolling-table";
import type { PersonCredit } from "@/lib/casts/schema";
import { creditLines } from "./credit-rows";

/** The facts of the chart as text, with how exactly the dates are known. */
export function CreditTable({ credits }: { credits: readonly PersonCredit[] }) {
  return (
    <ScrollingTable
      label="Credits over time as a table"
      columns={["Production", "Theatre", "Role", "Dates", "Certainty"]}
    >
      {credits.map((credit) => {
        const { production, theatre } = credit;
        const lines = creditLines(credit);
        return (
          <tbody key={production.id} className="border-t border-line">
            {lines.map(({ id, part, dates, certainty }, index) => (
              <tr key={`${id} ${index}`}>
                {index === 0 && (
                  <>
                    <th scope="rowgroup" rowSpan={lines.length} className="px-3 py-1 align-top font-normal">
                      <RecordLink path="productions" id={production.id}>
                        {production.show.name}
                      </RecordLink>
                    </th>
                    <td rowSpan={lines.length} className="px-3 py-1 align-top">
                      <RecordLink path="theatres" id={theatre.id}>
                        {theatre.name}
                      </RecordLink>
                    </td>
                  </>
                )}
                <td className="px-3 py-1 align-top">
                  <RecordLink path="cast-members" id={id}>
                    {part}
                  </RecordLink>
                </td>
                <td className="px-3 py-1 align-top whitespace-nowrap">{dates}</td>
                <td className="px-3 py-1 align-top whitespace-nowrap">{certainty}</td>
              </tr>
            ))}
          </tbody>
        );
      })}
    </ScrollingTable>
  );
}
