import { today } from "@/components/ui/calendar";
import { QueryState } from "@/components/ui/query-state";
import { TitledSection } from "@/components/ui/titled-section";
import type { CastEntry, PersonCredit } from "@/lib/listings/casts/schema.browser";
import { useApi } from "@/lib/http/client/hooks.browser";
import { castPath } from "../cast";
import { useRun } from "../use-run";
import { barGroups, windowOfRun, careerOf, creditGroups } from "./bar-groups";
import { CastChartWithTable } from "./cast-chart";

const pollMilliseconds = 30_000;

/** The engagements of a production's cast as bars over the run; nothing when none is known. */
export function CastBars({ productionId }: { productionId: string }) {
  const cast = useApi<CastEntry[]>(castPath(productionId), { everyMilliseconds: pollMilliseconds });
  const isDated = cast.data?.body.some(({ dated }) => dated) ?? false;
  const run = useRun(productionId, isDated);
  // While it loads nothing is shown, because most casts have no dates.
  if (cast.data ? !isDated : !cast.error) return null;
  const day = today();
  const groups = cast.data && run.data && barGroups(cast.data.body, run.data, day);
  return (
    <TitledSection id="cast-bars" title="Cast over time" className="mt-8 grid gap-3">
      {groups && run.data ? (
        <CastChartWithTable
          label="Chart of the cast"
          columns={["Role", "Person"]}
          groups={groups}
          window={windowOfRun(run.data, groups, day)}
          day={day}
        />
      ) : (
        <QueryState query={cast.data ? run : cast} what="the dates of the cast" shape="chart" lines={6} />
      )}
    </TitledSection>
  );
}

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
