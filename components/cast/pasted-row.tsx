import { controlClass } from "@/components/ui/labelled";
import type { Match } from "./match-lines";

interface Props {
  match: Match;
  isTaken: boolean;
  onTake(): void;
  /** @param id the id of a known person, or `new`. */
  onChoose(id: string): void;
}

/** A pasted line: whether to add it, and which person it means. */
export function PastedRow({ match: { line, place, candidates, isThere }, isTaken, onTake, onChoose }: Props) {
  const { same, near } = candidates;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 p-2 text-sm">
      <input
        type="checkbox"
        className="size-4 accent-curtain"
        aria-label={`Add ${line.person}`}
        checked={isTaken}
        onChange={onTake}
      />
      <span className="min-w-0 grow basis-48">
        <span className="font-semibold">{line.person}</span>
        {place.role && <span className="text-muted"> — {place.role.name}</span>}
        {place.role?.isNew && <span className="text-muted italic"> new role</span>}
        <span className="block text-muted">
          {line.role_type}
          {isThere && ", already in the cast"}
        </span>
      </span>
      <select
        aria-label={`Person for ${line.person}`}
        className={`${controlClass} mt-0 max-w-64 grow`}
        value={place.person.isNew ? "new" : place.person.id}
        onChange={(event) => onChoose(event.target.value)}
      >
        {[...same, ...near].map((person) => (
          <option key={person.id} value={person.id}>
            {person.name}
            {same.length > 1 ? ` (${person.id})` : ""}
          </option>
        ))}
        <option value="new">A new person</option>
      </select>
    </li>
  );
}
