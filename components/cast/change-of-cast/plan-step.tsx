import { partialDateInWords } from "@/lib/core/date-words.browser";
import { useState } from "react";
import { ChangeErrors } from "@/components/records/changes/change-errors";
import { SlowNotice } from "@/components/ui/slow-notice";
import { useChanges } from "@/components/records/changes/use-changes";
import { CitationFields } from "@/components/records/details/citation-fields";
import { sourcesFor, type Source, useCitation } from "@/components/records/details/citation";
import { Button } from "@/components/ui/button";
import { DialogActions } from "@/components/ui/dialog-actions";
import type { RequestedChange } from "@/lib/editing/changes/schema.browser";
import { ScrollingTable } from "@/components/ui/scrolling-table";
import { changesOf } from "../cast-changes";
import type { CastConflict, CastGuard } from "../cast-conflicts";
import { countOf } from "../edits";
import type { CastPlan, PlanLine } from "./plan";
import { partInWords, type CastEdits } from "../cast";

const outcomes = { leaves: "Leaves", moves: "Moves", joins: "Joins", returns: "Returns", stays: "Stays" };

interface Props {
  productionId: string;
  plan: CastPlan;
  days: { firstDay: string; lastDay: string };
  /** Reads the cast anew: another person may have changed it since the plan was made. */
  guard(edits: CastEdits): Promise<CastGuard>;
  onBack(): void;
  onDismiss(): void;
}

/** Shows the plan of a change of cast, and saves it as one change. */
export function PlanStep({ productionId, plan, days, guard, onBack, onDismiss }: Props) {
  const [outrun, setOutrun] = useState<readonly CastConflict[]>([]);
  const changing = useChanges();
  const citation = useCitation();
  const refused = plan.lines.filter(({ problem }) => problem !== null).length;
  const changes = changesOf(productionId, plan.edits);
  const { isBusy, error } = changing;

  async function save() {
    const typed = citation.check(false);
    if (typed === undefined) return;
    const sources = typed ? sourcesFor(["engagements"], typed) : [];
    const { tags, conflicts } = await guard(plan.edits);
    setOutrun(conflicts);
    if (conflicts.length > 0) return;
    const result = await changing.make(
      changesOf(productionId, plan.edits, tags).map(({ change }) => withSources(change, sources)),
      "Change of cast saved.",
      `productions/${productionId}/cast`,
    );
    if (result) onDismiss();
  }

  return (
    <>
      <CastPlanTable plan={plan} {...days} />
      <fieldset className="min-w-0">
        <legend className="mb-2 font-semibold">Source (optional)</legend>
        <CitationFields {...citation.fields} />
      </fieldset>
      {outrun.length > 0 && (
        <p role="alert" className="rounded bg-curtain-wash p-4 text-curtain">
          Someone else has changed {outrun.map(({ before }) => before.person.name).join(", ")} meanwhile. Nothing is
          saved: check the plan, which now has their changes, and save again.
        </p>
      )}
      {error && <ChangeErrors error={error} nameOf={(index) => changes[index]?.name ?? `Change ${index + 1}`} />}
      <DialogActions
        action={isBusy ? "Saving…" : "Save cast change"}
        onAct={() => void save()}
        isDisabled={isBusy || refused > 0 || countOf(plan.edits) === 0}
        onDismiss={onDismiss}
      >
        <Button onClick={onBack}>Back</Button>
        <span role="status" className="text-sm text-muted">
          {statusOf(refused, countOf(plan.edits))}
        </span>
        <SlowNotice isSlow={changing.isSlow} stop={changing.stop} />
      </DialogActions>
    </>
  );
}

/** Adds the sources to a cast member. */
function withSources(change: RequestedChange, sources: readonly Source[]): RequestedChange {
  if (sources.length === 0 || change.resource !== "cast-members" || change.action === "delete") return change;
  return { ...change, [change.action === "create" ? "sources" : "add_sources"]: sources };
}

function statusOf(refused: number, count: number): string {
  if (refused > 0) return `${refused === 1 ? "1 contradiction" : `${refused} contradictions`}: go back and correct it.`;
  if (count === 0) return "Nothing would change.";
  return `This saves ${count === 1 ? "1 cast member" : `${count} cast members`}. You can undo it.`;
}

interface CastPlanTableProps {
  plan: CastPlan;
  firstDay: string;
  lastDay: string;
}

/** What a change of cast means, before it is saved. */
function CastPlanTable({ plan, firstDay, lastDay }: CastPlanTableProps) {
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
