import { today } from "@/components/ui/calendar";
import { careerOf, creditGroups, windowOfRun } from "@/components/cast/bars/bar-groups";
import { CastChartWithTable } from "@/components/cast/bars/cast-chart";
import { QueryState } from "@/components/ui/query-state";
import type { PersonCredit } from "@/lib/listings/casts/schema.browser";
import { useApi } from "@/lib/http/client/hooks.browser";

const pollMilliseconds = 30_000;

/** The productions that a person was in, the newest first, as bars. */
export function Credits({ personId }: { personId: string }) {
  const { data, error, refetch } = useApi<PersonCredit[]>(`/people/${encodeURIComponent(personId)}/credits`, {
    everyMilliseconds: pollMilliseconds,
  });
  if (!data) return <QueryState query={{ data, error, refetch }} what="credits" shape="chart" lines={3} />;
  const credits = data.body;
  if (credits.length === 0) return <p className="text-sm text-muted">No credits yet.</p>;
  const day = today();
  const groups = creditGroups(credits, day);
  return (
    <div className="grid gap-3">
      <CastChartWithTable
        label="Credits over time"
        columns={["Production", "Part"]}
        groups={groups}
        window={windowOfRun(careerOf(credits), groups, day)}
        day={day}
      />
    </div>
  );
}
