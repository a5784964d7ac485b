"use client";

import { formatDay } from "@/lib/core/date-words.browser";
import { useQueries, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { dayNumber, daysAfter, today } from "@/components/ui/calendar";
import { beginningOf, endOf } from "@/components/cast/engagement-words";
import { RecordLink } from "@/components/records/directory/record-link";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { QueryState } from "@/components/ui/query-state";
import type { OnDay } from "@/lib/listings/casts/schema.browser";
import { apiQuery } from "@/lib/client/hooks.browser";
import { castMoves, type CastMove } from "./cast-moves";
import { distanceInDays } from "./coming-days";
import { daysAhead } from "./coming-nights";

/** The days that are asked: who stays for less than a week in between is not found. */
const askedDays = [0, 7, 14, 21, daysAhead];
const shownAtFirst = 8;

/** Who joins and who leaves a running production in the next 30 days. */
export function JoiningAndLeaving() {
  const client = useQueryClient();
  const first = today();
  const queries = useQueries({
    queries: askedDays.map((days) =>
      apiQuery<OnDay>(client, `/on?date=${daysAfter(first, days)}&include=cast&dated=only`),
    ),
  });
  const failed = queries.find(({ data, error }) => !data && error);
  const known = queries.flatMap(({ data }) => data?.body ?? []);
  if (known.length < queries.length)
    return (
      <div className="mt-8">
        <QueryState
          query={{ error: failed?.error ?? null, refetch: () => void failed?.refetch() }}
          what="cast changes"
          lines={2}
        />
      </div>
    );
  const { joining, leaving } = castMoves(known, first, daysAfter(first, daysAhead));
  return (
    <div className="mt-8 grid gap-x-8 gap-y-4 sm:grid-cols-2">
      <Moves title="Joining in the next 30 days" verb="joins" moves={joining} first={first} />
      <Moves title="Leaving in the next 30 days" verb="leaves" moves={leaving} first={first} />
      <p className="text-sm text-muted sm:col-span-2">
        The casts of five days are compared, about a week apart: a shorter stay between two of them is not listed.
      </p>
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
          <Move key={`${move.entry.id} ${move.day}`} move={move} verb={verb} first={first} />
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
  const { run, entry, engagement, day, isExact } = move;
  const inMonth = verb === "joins" ? beginningOf(engagement) : endOf(engagement);
  return (
    <li className="grid grid-cols-[88px_minmax(0,1fr)] gap-x-3 py-2 text-sm sm:grid-cols-[112px_minmax(0,1fr)]">
      {isExact ? (
        <time dateTime={day} className="text-muted">
          {formatDay(day)}
        </time>
      ) : (
        <time dateTime={day.slice(0, 7)} className="text-muted">
          {inMonth}
        </time>
      )}
      <span className="flex flex-wrap items-start justify-between gap-x-2 gap-y-1">
        <span>
          <RecordLink path="cast-members" id={entry.id}>
            {entry.person.name}
          </RecordLink>
          <span className="block text-muted">
            {entry.role?.name ?? entry.role_type},{" "}
            <RecordLink path="productions" id={run.id}>
              {run.show.name}
            </RecordLink>
          </span>
        </span>
        <Badge tone={verb === "leaves" ? "warning" : "accent"}>
          {isExact ? `${verb} ${distanceInDays(dayNumber(day) - dayNumber(first))}` : `${verb}, day not known`}
        </Badge>
      </span>
    </li>
  );
}
