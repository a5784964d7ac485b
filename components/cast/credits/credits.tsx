import { useState } from "react";
import { today } from "@/components/ui/calendar";
import { windowOfRun } from "@/components/cast/bars/bar-groups";
import { CastChart } from "@/components/cast/bars/cast-chart";
import { TableToggle } from "@/components/ui/charts/table-toggle";
import { QueryState } from "@/components/ui/query-state";
import type { PersonCredit } from "@/lib/listings/casts/schema.browser";
import { useApi } from "@/lib/client/hooks.browser";
import { RecordLink } from "@/components/records/directory/record-link";
import { ScrollingTable } from "@/components/ui/scrolling-table";
import { careerOf, creditGroups, creditLines } from "./credit-rows";

const pollMilliseconds = 30_000;

/** The productions that a person was in, the newest first, as bars or as a table. */
export function Credits({ personId }: { personId: string }) {
  const { data, error, refetch } = useApi<PersonCredit[]>(`/people/${encodeURIComponent(personId)}/credits`, {
    everyMilliseconds: pollMilliseconds,
  });
  const [isTable, setIsTable] = useState(false);
  if (!data) return <QueryState query={{ data, error, refetch }} what="credits" shape="chart" lines={3} />;
  const credits = data.body;
  if (credits.length === 0) return <p className="text-sm text-muted">No credits yet.</p>;
  const day = today();
  const groups = creditGroups(credits, day);
  return (
    <div className="grid gap-3">
      <TableToggle label="Show as table" isTable={isTable} setIsTable={setIsTable} />
      {isTable ? (
        <CreditTable credits={credits} />
      ) : (
        <CastChart
          label="Bars of the credits"
          groups={groups}
          window={windowOfRun(careerOf(credits), groups, day)}
          day={day}
        />
      )}
    </div>
  );
}

/** The facts of the chart as text, with how exactly the dates are known. */
function CreditTable({ credits }: { credits: readonly PersonCredit[] }) {
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
            {lines.map(({ path, id, part, dates, certainty }, index) => (
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
                  <RecordLink path={path} id={id}>
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
