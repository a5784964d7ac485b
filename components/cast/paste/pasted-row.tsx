import { ArrowLeftRight } from "lucide-react";
import { useId } from "react";
import { today } from "@/components/ui/calendar";
import { capitalised } from "@/lib/records/terms.browser";
import { roleTypes } from "@/lib/resources/cast-members/terms.browser";
import type { Engagement } from "@/lib/resources/cast-members/schema.browser";
import { iconButtonClass } from "@/components/ui/button";
import type { RoleType } from "../cast";
import { engagementInWords } from "../engagement-words";
import type { Match, RowEdit } from "./match-rows";

interface Props {
  match: Match;
  /** From 1. */
  number: number;
  onEdit(edit: RowEdit): void;
  /** @param id the id of a known person, or `new`. */
  onChoose(id: string): void;
}

const control = "min-h-8 w-full min-w-0 rounded border border-edge bg-raised px-2 text-sm";

/** A row of the preview: name, role and type to correct, and the person whom the name means. */
export function PastedRow({ match, number, onEdit, onChoose }: Props) {
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
      <button
        type="button"
        className={iconButtonClass}
        aria-label={`Swap name and role in row ${number}`}
        title="Swap name and role"
        onClick={() => onEdit({ person: role, role: person, isTaken: undefined })}
      >
        <ArrowLeftRight aria-hidden="true" size={16} />
      </button>
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
