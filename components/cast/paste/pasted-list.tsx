import { Button, IconButton } from "@/components/ui/button";
import { today } from "@/components/ui/calendar";
import { Checkbox } from "@/components/ui/checkbox";
import { SelectField, TextField } from "@/components/ui/field";
import { capitalised } from "@/lib/records/terms.browser";
import type { Engagement } from "@/lib/resources/cast-members/schema.browser";
import { roleTypes } from "@/lib/resources/cast-members/terms.browser";
import { ArrowLeftRight } from "lucide-react";
import { useId, type ReactNode } from "react";
import type { RoleType } from "../cast";
import { engagementInWords } from "../engagements";
import type { Match, RowEdit } from "./match-rows";
import type { SkippedLine } from "./read-cast-list";
import type { usePastedList } from "./use-pasted-list";

const orderNames = { "name first": "Name – Role", "role first": "Role – Name" };

interface Props {
  pasted: ReturnType<typeof usePastedList>;
  /** What is asked about all rows, above the preview. */
  children?: ReactNode;
}

/** The text of a cast list, and its preview in which every row can be corrected. */
export function PastedList({ pasted, children }: Props) {
  const { text, list, matches, order, isPending } = pasted;
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-[1fr_160px]">
        <TextField
          label="Cast list"
          hint="From a programme, a website or a spreadsheet. A heading like “Ensemble” applies to the names below it."
          rows={6}
          value={text}
          onChange={(event) => pasted.changeText(event.target.value)}
        />
        <SelectField
          label="Default type"
          value={pasted.type}
          onChange={(event) => pasted.setType(event.target.value as RoleType)}
          options={roleTypes}
        />
      </div>
      {isPending && text !== "" && <p className="text-sm text-muted">Loading known people…</p>}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm empty:hidden">
        {pasted.isSwappable && (
          <>
            <span role="status">
              Read as <strong>{orderNames[order]}</strong>
            </span>
            <Button onClick={pasted.swap}>
              {orderNames[order]} <ArrowLeftRight aria-hidden="true" size={16} />
              <span className="sr-only">to</span> {orderNames[order === "name first" ? "role first" : "name first"]}
            </Button>
          </>
        )}
        {list.isPairable && (
          <Checkbox checked={list.isPaired} onChange={pasted.setIsPaired}>
            Name and role are on separate lines
          </Checkbox>
        )}
      </div>
      {pasted.isNobodyKnown && !isPending && (
        <p role="status" className="rounded bg-curtain-wash p-3 text-sm text-curtain">
          None of these {matches.length} people is in the listings yet. Check that names and roles are not swapped.
        </p>
      )}
      {matches.length > 0 && children}
      {matches.length > 0 && (
        <ol aria-label="Preview" className="divide-y divide-line rounded border border-line">
          {matches.map((match, index) => (
            <PastedRow
              key={match.row.key}
              match={match}
              number={index + 1}
              onEdit={(edit) => pasted.edit(match.row.key, edit)}
              onChoose={(id) => pasted.choose(match.person, id)}
            />
          ))}
        </ol>
      )}
      <SkippedLines lines={list.skipped} />
    </>
  );
}

/** The lines of a pasted text that are no entries, each with the reason. */
function SkippedLines({ lines }: { lines: readonly SkippedLine[] }) {
  if (lines.length === 0) return null;
  return (
    <section aria-labelledby="skipped-lines" className="text-sm">
      <h3 id="skipped-lines" className="font-semibold">
        {lines.length === 1 ? "1 skipped line" : `${lines.length} skipped lines`}
      </h3>
      <ul className="mt-1 grid gap-1 text-muted">
        {lines.map(({ line, text, reason }) => (
          <li key={line} className="break-words">
            <span className="font-mono">{line}</span> {text} <span className="italic">({reason})</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface PastedRowProps {
  match: Match;
  number: number;
  onEdit(edit: RowEdit): void;
  /** @param id the id of a known person, or `new`. */
  onChoose(id: string): void;
}

const control = "min-h-8 w-full min-w-0 rounded border border-edge bg-raised px-2 text-sm";

/** A row of the preview: name, role and type to correct, and the person whom the name means. */
function PastedRow({ match, number, onEdit, onChoose }: PastedRowProps) {
  const { person, role, place, candidates, doubts, isTaken } = match;
  const { same, near } = candidates;
  const names = [...same, ...near];
  const doubtsId = useId();
  return (
    <li className="grid grid-cols-[20px_1fr_32px] items-center gap-x-2 gap-y-1 p-2 text-sm sm:grid-cols-[20px_1fr_32px_1fr_120px]">
      <input
        type="checkbox"
        className="size-4 accent-curtain"
        aria-label={`Add ${person}`}
        aria-describedby={doubts.length > 0 ? doubtsId : undefined}
        checked={isTaken}
        onChange={() => onEdit({ isTaken: !isTaken })}
      />
      <input
        className={`${control} font-semibold`}
        aria-label={`Name in row ${number}`}
        value={person}
        autoComplete="off"
        onChange={(event) => onEdit({ person: event.target.value })}
      />
      <IconButton
        icon={ArrowLeftRight}
        label={`Swap name and role in row ${number}`}
        title="Swap name and role"
        onClick={() => onEdit({ person: role, role: person, isTaken: undefined })}
      />
      <input
        className={`${control} col-start-2 sm:col-start-auto`}
        aria-label={`Role in row ${number}`}
        placeholder="No role"
        value={role}
        autoComplete="off"
        onChange={(event) => onEdit({ role: event.target.value })}
      />
      <select
        className={`${control} col-start-2 sm:col-start-auto`}
        aria-label={`Type in row ${number}`}
        value={place.role_type}
        onChange={(event) => onEdit({ role_type: event.target.value as RoleType })}
      >
        {roleTypes.map((type) => (
          <option key={type}>{type}</option>
        ))}
      </select>
      <div className="col-start-2 -col-end-1 flex flex-wrap items-center gap-x-3 text-muted">
        {names.length === 0 && <span>New person</span>}
        {names.length > 0 && (
          <select
            aria-label={`Person for ${person}`}
            className="min-h-6 max-w-full rounded border border-edge bg-raised px-1 text-ink"
            value={place.person.isNew ? "new" : place.person.id}
            onChange={(event) => onChoose(event.target.value)}
          >
            {names.map((one) => (
              <option key={one.id} value={one.id}>
                {one.name}
                {same.length > 1 ? ` (${one.id})` : ""}
              </option>
            ))}
            <option value="new">A new person</option>
          </select>
        )}
        {place.role?.isNew && <span>New role</span>}
        {place.engagements?.map((one, index) => (
          <span key={index}>{remarkInWords(one)}</span>
        ))}
        {doubts.length > 0 && (
          <span id={doubtsId} className="text-curtain">
            {doubts.join(". ")}
          </span>
        )}
      </div>
    </li>
  );
}

/** `Until 13 Mar 2027`, `Mon–Thu`. */
function remarkInWords(engagement: Engagement): string {
  const { from, to, seen, note } = engagement;
  const dates = from === null && to === null && seen.length === 0 ? [] : [engagementInWords(engagement, today())];
  return capitalised([...dates, ...(note === null ? [] : [note])].join(", "));
}
