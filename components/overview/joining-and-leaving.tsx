import { useState } from "react";
import { dayNumber } from "@/components/ui/calendar";
import { RecordLink } from "@/components/records/directory/record-link";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { QueryState } from "@/components/ui/query-state";
import { useApi } from "@/lib/client/hooks.browser";
import { partialDateInWords } from "@/lib/core/date-words.browser";
import { comingPath, daysAhead } from "@/lib/listings/coming/days-ahead.browser";
import type { CastMove, ComingDays } from "@/lib/listings/coming/schema.browser";
import { distanceInDays } from "./coming-days";

const shownAtFirst = 8;

/** Who joins and who leaves a running production in the next 30 days. */
export function JoiningAndLeaving() {
  const { data, error, refetch } = useApi<ComingDays>(comingPath);
  if (!data)
    return (
      <div className="mt-8">
        <QueryState query={{ error, refetch }} what="cast changes" lines={2} />
      </div>
    );
  const { joining, leaving, from } = data.body;
  return (
    <div className="mt-8 grid gap-x-8 gap-y-4 sm:grid-cols-2">
      <Moves title={`Joining in the next ${daysAhead} days`} verb="joins" moves={joining} first={from} />
      <Moves title={`Leaving in the next ${daysAhead} days`} verb="leaves" moves={leaving} first={from} />
    </div>
  );
}

interface MovesProps {
  title: string;
  verb: "joins" | "leaves";
  moves: readonly CastMove[];
  /** Today. */
  first: string;
}

function Moves({ title, verb, moves, first }: MovesProps) {
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? moves : moves.slice(0, shownAtFirst);
  return (
    <section aria-label={title} className="min-w-0">
      <h2 className="text-xl font-semibold">{title}</h2>
      {moves.length === 0 && <p className="mt-3 text-sm text-muted">No one announced.</p>}
      <ul className="mt-3 divide-y divide-line border-y border-line empty:hidden">
        {shown.map((move) => (
          <Move key={`${move.cast_member_id} ${move.date}`} move={move} verb={verb} first={first} />
        ))}
      </ul>
      {shown.length < moves.length && (
        <Button className="mt-3" onClick={() => setIsWhole(true)}>
          Show all {moves.length}
        </Button>
      )}
    </section>
  );
}

function Move({ move, verb, first }: { move: CastMove; verb: MovesProps["verb"]; first: string }) {
  const { date, cast_member_id, person, role, production_id, show } = move;
  return (
    <li className="grid grid-cols-[88px_minmax(0,1fr)] gap-x-3 py-2 text-sm sm:grid-cols-[112px_minmax(0,1fr)]">
      <time dateTime={date} className="text-muted">
        {partialDateInWords(date)}
      </time>
      <span className="flex flex-wrap items-start justify-between gap-x-2 gap-y-1">
        <span>
          <RecordLink path="cast-members" id={cast_member_id}>
            {person}
          </RecordLink>
          <span className="block text-muted">
            {role},{" "}
            <RecordLink path="productions" id={production_id}>
              {show}
            </RecordLink>
          </span>
        </span>
        <Badge tone={verb === "leaves" ? "warning" : "accent"}>
          {date.length === 10
            ? `${verb} ${distanceInDays(dayNumber(date) - dayNumber(first))}`
            : `${verb}, day not known`}
        </Badge>
      </span>
    </li>
  );
}
