import { RecordLink } from "@/components/resource/record-link";
import { isPath } from "@/components/resource/nouns";
import { Button } from "@/components/ui/button";
import type { DataProblem } from "@/lib/data-problems/schema";

interface Props {
  problem: DataProblem;
  isBusy: boolean;
  mend(fix: DataProblem["fixes"][number]): void;
}

/** One thing that is wrong, the records that have a part in it, and what would mend it. */
export function ProblemRow({ problem, isBusy, mend }: Props) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 p-3 text-sm">
      <div className="min-w-0 grow basis-64">
        <Named {...problem} />
        <p className="text-muted">{problem.message}</p>
        {problem.related.length > 0 && (
          <p className="mt-1 flex flex-wrap gap-x-3 gap-y-1 text-muted">
            <span>See</span>
            {problem.related.map((related) => (
              <Named key={related.record_id} {...related} />
            ))}
          </p>
        )}
      </div>
      {problem.fixes.map((fix) => (
        <Button
          key={fix.label}
          aria-label={`${fix.label} (${problem.name})`}
          aria-disabled={isBusy}
          onClick={() => mend(fix)}
        >
          {fix.label}
        </Button>
      ))}
    </li>
  );
}

function Named({ resource, record_id, name }: Pick<DataProblem, "resource" | "record_id" | "name">) {
  if (!isPath(resource)) return name;
  return (
    <RecordLink path={resource} id={record_id}>
      {name}
    </RecordLink>
  );
}
