import type { CastMemberEntry } from "@/lib/resources/cast-members/schema";
import type { Person } from "@/lib/resources/people/schema";
import { creditName } from "./credit-name";
import type { MergePlan } from "./merge-plan";

interface Props {
  plan: MergePlan;
  credits: readonly CastMemberEntry[];
  people: readonly Person[];
  survivor: string;
  name: string;
}

/** A preview of the merge. */
export function MergeOutcome({ plan: { moved, repeated }, credits, people, survivor, name }: Props) {
  const others = people.filter(({ id }) => id !== survivor);
  const names = new Map(credits.map((credit) => [credit.id, creditName(credit)]));
  return (
    <section aria-labelledby="merge-outcome" className="rounded bg-sunken p-4 text-sm">
      <h3 id="merge-outcome" className="font-semibold">
        Preview
      </h3>
      <ul className="mt-2 grid list-disc gap-1 pl-5 break-words">
        <li>
          <code className="font-mono break-all">{survivor}</code> stays, as <bdi>{name}</bdi>.
        </li>
        {moved.length === 0 && <li>No credits move.</li>}
        {others.map(({ id }) => {
          const from = moved.filter(({ person_id }) => person_id === id);
          if (from.length === 0) return null;
          return (
            <li key={id}>
              {counted(from.length)} {from.length === 1 ? "moves" : "move"} from{" "}
              <code className="font-mono break-all">{id}</code>: {from.map((credit) => names.get(credit.id)).join("; ")}
              .
            </li>
          );
        })}
        {repeated.length > 0 && (
          <li>
            {counted(repeated.length)} {repeated.length === 1 ? "duplicates" : "duplicate"} another and{" "}
            {repeated.length === 1 ? "is" : "are"} kept only once:{" "}
            {repeated.map((credit) => names.get(credit.id)).join("; ")}.
          </li>
        )}
        {others.map(({ id }) => (
          <li key={id}>
            <code className="font-mono break-all">{id}</code> is deleted.
          </li>
        ))}
        <li>You can undo the merge as one change.</li>
      </ul>
    </section>
  );
}

function counted(credits: number): string {
  return credits === 1 ? "1 credit" : `${credits} credits`;
}
