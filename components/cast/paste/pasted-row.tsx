import { IconButton } from "@/components/ui/button";
import { today } from "@/components/ui/calendar";
import { capitalised } from "@/lib/records/terms.browser";
import type { Engagement } from "@/lib/resources/cast-members/schema.browser";
import { roleTypes } from "@/lib/resources/cast-members/terms.browser";
import { ArrowLeftRight } from "lucide-react";
import { useId } from "react";
import type { PersonOrRole, RoleType } from "../cast";
import { engagementInWords } from "../engagements";
import type { Match, RowEdit } from "./match-rows";

interface PastedRowProps {
  match: Match;
  number: number;
  onEdit(edit: RowEdit): void;
  /** @param id the id of a known person, or `new`. */
  onChoose(id: string): void;
}

/** A control in a row of a preview. */
export const rowControlClass = "min-h-8 w-full min-w-0 rounded border border-edge bg-raised px-2 text-sm";

/** A row of the preview: name, role and type to correct, and the person whom the name means. */
export function PastedRow({ match, number, onEdit, onChoose }: PastedRowProps) {
  const { person, role, place, candidates, doubts, isTaken } = match;
  const { same, near } = candidates;
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
        className={`${rowControlClass} font-semibold`}
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
        className={`${rowControlClass} col-start-2 sm:col-start-auto`}
        aria-label={`Role in row ${number}`}
        placeholder="No role"
        value={role}
        autoComplete="off"
        onChange={(event) => onEdit({ role: event.target.value })}
      />
      <select
        className={`${rowControlClass} col-start-2 sm:col-start-auto`}
        aria-label={`Type in row ${number}`}
        value={place.role_type}
        onChange={(event) => onEdit({ role_type: event.target.value as RoleType })}
      >
        {roleTypes.map((type) => (
          <option key={type}>{type}</option>
        ))}
      </select>
      <div className="col-start-2 -col-end-1 flex flex-wrap items-center gap-x-3 text-muted">
        <PersonChoice
          name={person}
          person={place.person}
          candidates={[...same, ...near]}
          hasIds={same.length > 1}
          onChoose={onChoose}
        />
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

interface PersonChoiceProps {
  /** As it was pasted. */
  name: string;
  person: PersonOrRole;
  /** Those whom the name may mean. */
  candidates: readonly PersonOrRole[];
  /** Whether ids tell them apart. */
  hasIds: boolean;
  /** @param id the id of a known person, or `new`. */
  onChoose(id: string): void;
}

/** The person whom a pasted name means. */
export function PersonChoice({ name, person, candidates, hasIds, onChoose }: PersonChoiceProps) {
  if (candidates.length === 0) return <span className="text-muted">New person</span>;
  return (
    <select
      aria-label={`Person for ${name}`}
      className="min-h-6 max-w-full rounded border border-edge bg-raised px-1 text-ink"
      value={person.isNew ? "new" : person.id}
      onChange={(event) => onChoose(event.target.value)}
    >
      {candidates.map((one) => (
        <option key={one.id} value={one.id}>
          {hasIds ? `${one.name} (${one.id})` : one.name}
        </option>
      ))}
      <option value="new">A new person</option>
    </select>
  );
}

/** `Until 13 Mar 2027`, `Mon–Thu`. */
function remarkInWords(engagement: Engagement): string {
  const { from, to, seen, note } = engagement;
  const dates = from === null && to === null && seen.length === 0 ? [] : [engagementInWords(engagement, today())];
  return capitalised([...dates, ...(note === null ? [] : [note])].join(", "));
}
