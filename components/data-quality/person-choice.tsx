import type { CastMemberEntry } from "@/lib/resources/cast-members/schema";
import type { Person } from "@/lib/resources/people/schema";
import { creditName } from "./credit-name";

interface Props {
  person: Person;
  credits: readonly CastMemberEntry[];
  isKept: boolean;
  isIncluded: boolean;
  onKeep(): void;
  /** Absent when every record must be merged. */
  onInclude?: (isIncluded: boolean) => void;
}

/** One of several people with the same name, with what tells them apart. */
export function PersonChoice({ person, credits, isKept, isIncluded, onKeep, onInclude }: Props) {
  const { id, name, bio, image } = person;
  const names = credits.map(creditName);
  return (
    <li
      className={`grid gap-2 rounded border p-3 text-sm ${isKept && isIncluded ? "border-curtain bg-curtain-wash" : "border-edge"}`}
    >
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <label className="flex min-h-8 min-w-0 cursor-pointer items-center gap-3">
          <input
            type="radio"
            name="merge-survivor"
            className="size-4 shrink-0 accent-curtain"
            checked={isKept && isIncluded}
            disabled={!isIncluded}
            onChange={onKeep}
          />
          <span className="min-w-0 break-words">
            <bdi className="font-semibold">{name}</bdi> <code className="font-mono break-all">{id}</code>
          </span>
        </label>
        {onInclude && (
          <label className="flex min-h-8 cursor-pointer items-center gap-2">
            <input
              type="checkbox"
              className="size-4 accent-curtain"
              aria-label={`Merge ${id}`}
              checked={isIncluded}
              onChange={(event) => onInclude(event.target.checked)}
            />
            Merge
          </label>
        )}
      </div>
      <p className="break-words text-muted">
        {names.length === 0
          ? "No credits"
          : `${names.length === 1 ? "1 credit" : `${names.length} credits`}: ${names.join("; ")}`}
      </p>
      <p className="line-clamp-2 break-words text-muted">{bio ?? "No biography"}</p>
      {image !== null && <p className="break-all text-muted">Headshot: {image}</p>}
    </li>
  );
}
