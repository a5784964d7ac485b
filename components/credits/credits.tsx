"use client";

import { useState } from "react";
import { today } from "@/components/calendar";
import { windowOfRun } from "@/components/cast/bars/bar-groups";
import { CastChart } from "@/components/cast/bars/cast-chart";
import { TableToggle } from "@/components/timeline/table-toggle";
import { trusted } from "@/components/trusted";
import { QueryState } from "@/components/ui/query-state";
import type { PersonCredit } from "@/lib/casts/schema";
import { useApi } from "@/lib/client/hooks";
import { careerOf, creditGroups } from "./credit-rows";
import { CreditTable } from "./credit-table";

const pollMilliseconds = 30_000;

/** The productions that a person was in, the newest first, as bars or as a table. */
export function Credits({ personId }: { personId: string }) {
  const { data, error, refetch } = useApi(
    `/people/${encodeURIComponent(personId)}/credits`,
    trusted<PersonCredit[]>(),
    { everyMilliseconds: pollMilliseconds },
  );
  const [isTable, setIsTable] = useState(false);
  if (!data)
    return (
      <QueryState
        query={{ data, error, refetch }}
        shape="chart"
        lines={3}
        label="Loading credits…"
        title="Credits can’t be loaded"
      />
    );
  const credits = data.body;
  if (credits.length === 0) return <p className="text-sm text-muted">No credits yet.</p>;
  const day = today();
  const groups = creditGroups(credits, day);
  return (
    <div className="grid gap-3">
      <TableToggle label="Show as table" isTable={isTable} setIsTable={setIsTable} />
      {isTable ? (
        <CreditTable credits={credits} />
      ) : (
        <CastChart
          label="Bars of the credits"
          groups={groups}
          window={windowOfRun(careerOf(credits), groups, day)}
          day={day}
        />
      )}
    </div>
  );
}
