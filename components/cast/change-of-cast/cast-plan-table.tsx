import { partialDateInWords } from "@/components/form/typed-partial-date";
import { ScrollingTable } from "@/components/ui/scrolling-table";
import { partInWords } from "../part-in-words";
import type { CastPlan, PlanLine } from "./plan";

interface Props {
  plan: CastPlan;
  firstDay: string;
  lastDay: string;
}

const outcomes = { leaves: "Leaves", moves: "Moves", joins: "Joins", returns: "Returns", stays: "Stays" };

/** What a change of cast means, before it is saved. */
export function CastPlanTable({ plan, firstDay, lastDay }: Props) {
  const isTold = ({ outcome, notes, problem }: PlanLine) => outcome !== "stays" || notes.length > 0 || problem !== null;
  const others = plan.lines.filter((line) => !isTold(line));
  return (
    <div className="grid gap-3 text-sm">
      {plan.notes.map((note) => (
        <p key={note} className="rounded bg-curtain-wash p-3 text-curtain">
          {note}
        </p>
      ))}
      <ScrollingTable label="Plan" columns={["Change", "Person", "Part", "Day", "Notes"]}>
        <tbody className="divide-y divide-line">
          {plan.lines.filter(isTold).map((line, index) => (
            <tr key={index} className="align-top">
              <td className="px-3 py-1">{outcomes[line.outcome]}</td>
              <th scope="row" className="px-3 py-1 font-semibold">
                <bdi>{line.place.person.name}</bdi>
                {line.place.person.isNew && <span className="font-normal text-muted"> new person</span>}
              </th>
              <td className="px-3 py-1">
                <Part line={line} />
              </td>
              <td className="px-3 py-1">{daysInWords(line, firstDay, lastDay)}</td>
              <td className="px-3 py-1">
                {line.problem !== null && <strong className="text-danger">{line.problem} </strong>}
                <span className="text-muted">{line.notes.join(" ")}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </ScrollingTable>
      {others.length > 0 && (
        <details>
          <summary className="cursor-pointer py-1 font-semibold">
            {others.length === 1 ? "1 other stays" : `${others.length} others stay`}
          </summary>
          <ul className="mt-1 columns-1 gap-6 sm:columns-2">
            {others.map(({ place }, index) => (
              <li key={index}>
                <bdi>{place.person.name}</bdi> <span className="text-muted">{partInWords(place)}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

function Part({ line: { place, before, replaces } }: { line: PlanLine }) {
  const words = [...before.map(partInWords), partInWords(place)].join(" → ");
  return (
    <>
      <bdi>{words}</bdi>
      {place.role?.isNew && <span className="text-muted"> new role</span>}
      {replaces.length > 0 && <span className="text-muted">, replacing {replaces.join(", ")}</span>}
    </>
  );
}

function daysInWords({ outcome }: PlanLine, firstDay: string, lastDay: string): string {
  const [first, last] = [`from ${partialDateInWords(firstDay)}`, `until ${partialDateInWords(lastDay)}`];
  if (outcome === "moves") return `${last}, ${first}`;
  return outcome === "stays" ? "" : outcome === "leaves" ? last : first;
}
