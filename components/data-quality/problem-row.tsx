import { RecordLink } from "@/components/directory/record-link";
import { isPath } from "@/lib/resources/nouns";
import { Button } from "@/components/ui/button";
import type { DataProblem } from "@/lib/data-quality/schema";
import { problemKey } from "./next-focus";

/** A ready fix, or a decision that needs input first. */
export type Remedy = DataProblem["fixes"][number] | DataProblem["decisions"][number];

interface Props {
  problem: DataProblem;
  isBusy: boolean;
  onChoose(remedy: Remedy): void;
}

/** A problem with its related records and fixes. */
export function ProblemRow({ problem, isBusy, onChoose }: Props) {
  const { name, message, related, fixes, decisions } = problem;
  const isOfMany = problem.detail !== undefined;
  return (
    <li id={problemKey(problem)} className="flex flex-wrap items-center gap-x-4 gap-y-2 p-3 text-sm">
      <div className="min-w-0 grow basis-64">
        {!isOfMany && <Named {...problem} />}
        <p className="text-muted">{message}</p>
        {isOfMany && (
          <ul className="mt-1 grid gap-1">
            {[problem, ...related].map((one) => (
              <li key={one.record_id} className="min-w-0 break-words text-muted">
                <Named {...one} /> <code className="font-mono text-xs">{one.record_id}</code>, {one.detail}
              </li>
            ))}
          </ul>
        )}
        {!isOfMany && related.length > 0 && (
          <p className="mt-1 flex flex-wrap gap-x-3 gap-y-1 text-muted">
            <span>See</span>
            {related.map((one) => (
              <Named key={one.record_id} {...one} />
            ))}
          </p>
        )}
      </div>
      {[...fixes, ...decisions].map((remedy) => (
        <Button
          key={remedy.label}
          aria-label={`${remedy.label} (${name})`}
          aria-disabled={isBusy}
          onClick={() => onChoose(remedy)}
        >
          {remedy.label}
        </Button>
      ))}
    </li>
  );
}

function Named({ resource, record_id, name }: Pick<DataProblem, "resource" | "record_id" | "name">) {
  if (!isPath(resource)) return <bdi>{name}</bdi>;
  return (
    <RecordLink path={resource} id={record_id}>
      {name}
    </RecordLink>
  );
}
