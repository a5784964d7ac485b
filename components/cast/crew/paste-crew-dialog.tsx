import { useDeferredValue, useMemo, useState } from "react";
import { WriteError } from "@/components/ui/error-notice";
import { useChanges } from "@/components/records/changes/use-changes";
import { useDirectory } from "@/components/records/use-directory";
import { Dialog } from "@/components/ui/dialog";
import { DialogActions } from "@/components/ui/dialog-actions";
import { TextField } from "@/components/ui/field";
import type { RequestedChange } from "@/lib/editing/changes/schema.browser";
import type { CrewMemberEntry } from "@/lib/resources/crew-members/schema.browser";
import { jobInWords, jobs } from "@/lib/resources/crew-members/terms.browser";
import type { PersonOrRole } from "../cast";
import { personFor } from "../paste/match-rows";
import { PersonChoice, rowControlClass } from "../paste/pasted-row";
import { newAmong, newByName, newId, peopleByName } from "../people-and-roles";
import { readCrewList, type PastedCrew } from "./read-crew-list";

interface Props {
  productionId: string;
  /** As saved. */
  crew: readonly CrewMemberEntry[];
  onDismiss(): void;
}

/** What someone corrects in a row of the preview. */
interface Correction extends Partial<Pick<PastedCrew, "job" | "credit">> {
  /** The id of a known person, or `new`. */
  personId?: string;
  isLeftOut?: boolean;
}

interface CrewRow extends PastedCrew {
  person: PersonOrRole;
  /** People whom the name may mean, the likeliest first. */
  candidates: readonly PersonOrRole[];
  isKnown: boolean;
  isTaken: boolean;
}

/** Adds a pasted creative team, with a preview in which every row can be corrected, as one change. */
export function PasteCrewDialog({ productionId, crew, onDismiss }: Props) {
  const { directory, isPending } = useDirectory(["people"]);
  const changing = useChanges();
  const [text, setText] = useState("");
  const [corrections, setCorrections] = useState<Readonly<Record<string, Correction>>>({});
  const pasted = useDeferredValue(text);
  const find = useMemo(() => peopleByName(directory.people.values()), [directory.people]);
  const rows = useMemo(() => {
    const newPerson = newByName([]);
    return readCrewList(pasted).map((read): CrewRow => {
      const { personId, isLeftOut, ...corrected } = corrections[read.key] ?? {};
      const found = find(read.name);
      const row = { ...read, ...corrected };
      const person = personFor(row.name, found, personId) ?? newPerson(row.name);
      const isKnown = crew.some(
        ({ person_id, job, credit }) =>
          person_id === person.id && job === row.job && (job !== "other" || credit === creditOf(row)),
      );
      const isRefused = isKnown || (row.job === "other" && creditOf(row) === null);
      return { ...row, person, candidates: [...found.same, ...found.near], isKnown, isTaken: !isRefused && !isLeftOut };
    });
  }, [pasted, corrections, find, crew]);
  const taken = rows.filter(({ isTaken }) => isTaken);
  const newPeople = newAmong(taken.map(({ person }) => person));
  const correct = (key: string, correction: Correction) =>
    setCorrections({ ...corrections, [key]: { ...corrections[key], ...correction } });

  async function save() {
    const changes = changesFor(productionId, newPeople, taken, crew);
    if (await changing.make(changes, "Creative team saved.", `productions/${productionId}/crew`)) onDismiss();
  }

  return (
    <Dialog title="Paste a creative team" size="wide" onDismiss={text === "" ? onDismiss : undefined}>
      <TextField
        label="Creative team"
        hint="One job on a line, such as “Director – Jamie Lloyd” or “Set and costume design: Soutra Gilmour”."
        rows={6}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {rows.length > 0 && (
        <ol aria-label="Preview" className="divide-y divide-line rounded border border-line">
          {rows.map((row) => (
            <PreviewRow key={row.key} row={row} onCorrect={(correction) => correct(row.key, correction)} />
          ))}
        </ol>
      )}
      <WriteError error={changing.error} />
      <DialogActions
        action={changing.isBusy ? "Saving…" : taken.length === 0 ? "Save" : `Save ${taken.length}`}
        onAct={() => void save()}
        isDisabled={taken.length === 0 || isPending || changing.isBusy}
        onDismiss={onDismiss}
      >
        <span role="status" className="text-sm text-muted">
          {rows.length > 0 && (newPeople.length === 1 ? "1 new person." : `${newPeople.length} new people.`)}
        </span>
      </DialogActions>
    </Dialog>
  );
}

/** Without the spaces around it, which someone who types needs. */
function creditOf({ credit }: PastedCrew): string | null {
  return credit?.trim() || null;
}

/** New people first, then the crew at the end of the published order. */
function changesFor(
  production_id: string,
  people: readonly PersonOrRole[],
  rows: readonly CrewRow[],
  crew: readonly CrewMemberEntry[],
): RequestedChange[] {
  const last = Math.max(0, ...crew.map(({ billing_order }) => billing_order ?? 0));
  return [
    ...people.map(({ id, name }): RequestedChange => ({ action: "create", resource: "people", id, data: { name } })),
    ...rows.map((row, index): RequestedChange => {
      const { person, job } = row;
      const data = { production_id, person_id: person.id, job, credit: creditOf(row), billing_order: last + index + 1 };
      return { action: "create", resource: "crew-members", id: newId(), data };
    }),
  ];
}

function PreviewRow({ row, onCorrect }: { row: CrewRow; onCorrect(correction: Correction): void }) {
  const { name, person, candidates, job, credit, isKnown, isTaken } = row;
  return (
    <li className="grid grid-cols-[20px_1fr] items-center gap-2 p-2 text-sm sm:grid-cols-[20px_1fr_200px_1fr]">
      <input
        type="checkbox"
        className="size-4 accent-curtain"
        aria-label={`Add ${name}, ${jobInWords(job)}`}
        checked={isTaken}
        onChange={() => onCorrect({ isLeftOut: isTaken })}
      />
      <span className="[overflow-wrap:anywhere]">
        <span className="font-semibold">{name}</span>{" "}
        <PersonChoice {...{ name, person, candidates }} hasIds onChoose={(personId) => onCorrect({ personId })} />
        {isKnown && <span className="text-muted"> Already in the team</span>}
      </span>
      <select
        className={`${rowControlClass} col-start-2 sm:col-start-auto`}
        aria-label={`Job of ${name}`}
        value={job}
        onChange={(event) => onCorrect({ job: jobs.find((one) => one === event.target.value) ?? job })}
      >
        {jobs.map((one) => (
          <option key={one} value={one}>
            {jobInWords(one)}
          </option>
        ))}
      </select>
      <input
        className={`${rowControlClass} col-start-2 sm:col-start-auto`}
        aria-label={`Credit of ${name}`}
        placeholder="As the job says"
        value={credit ?? ""}
        autoComplete="off"
        onChange={(event) => onCorrect({ credit: event.target.value })}
      />
    </li>
  );
}
