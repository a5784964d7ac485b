import "server-only";
import { isRunningOn } from "../resources/productions/running-on.ts";
import type { Production } from "../resources/productions/schema.ts";
import type { Theatre } from "../resources/theatres/schema.ts";
import { groupBy, createProductionReference, theatreReference, type RuleData } from "./rule-data.ts";
import type { DataProblem } from "./schema.ts";

/** The theatre's current show has no open production there, nor one that has closed. */
export function currentShowNotThere(data: RuleData, today: string): DataProblem[] {
  return withoutRun(data, today)
    .filter(({ runs }) => !hasClosed(runs, today))
    .map(({ theatre, showName, runs, open }) => ({
      rule: "current-show-not-there",
      ...theatreReference(theatre),
      message: `${showName} is named as the current show, but has no open production here.`,
      fields: ["current_show_id"],
      related: [{ resource: "shows", record_id: theatre.current_show_id ?? "", name: showName }],
      // Without any production of it here, the production itself may be missing.
      ...currentShowRemedies(data, theatre, open, runs.length > 0),
    }));
}

/** The run of the theatre's current show has ended. */
export function closedRunStillCurrent(data: RuleData, today: string): DataProblem[] {
  const nameOf = createProductionReference(data);
  return withoutRun(data, today)
    .filter(({ runs }) => hasClosed(runs, today))
    .map(({ theatre, showName, runs, open }) => ({
      rule: "closed-run-still-current",
      ...theatreReference(theatre),
      message: `${showName} is named as the current show, but closed here on ${lastDay(runs)}.`,
      fields: ["current_show_id"],
      related: runs.map(nameOf),
      ...currentShowRemedies(data, theatre, open, true),
    }));
}

export function twoOpenProductions(data: RuleData, today: string): DataProblem[] {
  const nameOf = createProductionReference(data);
  const open = groupBy(
    data.productions.filter((production) => isRunningOn(today, production)),
    ({ theatre_id }) => theatre_id,
  );
  return data.theatres.flatMap((theatre): DataProblem[] => {
    const runs = open.get(theatre.id) ?? [];
    if (runs.length < 2) return [];
    return [
      {
        rule: "two-open-productions",
        ...theatreReference(theatre),
        message: `${runs.length} productions run here at the same time.`,
        fields: [],
        related: runs.map(nameOf),
        fixes: [],
        decisions: [],
      },
    ];
  });
}

interface WithoutRun {
  theatre: Theatre;
  showName: string;
  /** The current show's productions in this theatre, none of them open. */
  runs: Production[];
  /** The productions that do run here. */
  open: Production[];
}

function withoutRun({ theatres, shows, productions }: RuleData, today: string): WithoutRun[] {
  const here = groupBy(productions, ({ theatre_id }) => theatre_id);
  const names = new Map(shows.map(({ id, name }) => [id, name]));
  return theatres.flatMap((theatre) => {
    const { current_show_id: show } = theatre;
    if (show === null) return [];
    const runs = (here.get(theatre.id) ?? []).filter(({ show_id }) => show_id === show);
    if (runs.some((run) => isRunningOn(today, run) || isInPreviews(today, run))) return [];
    const open = (here.get(theatre.id) ?? []).filter((run) => isRunningOn(today, run));
    return [{ theatre, showName: names.get(show) ?? show, runs, open }];
  });
}

/** The opening date may be the press night, up to three weeks after the first preview. */
const previewMilliseconds = 21 * 86_400_000;

function isInPreviews(today: string, { opening_date }: Production): boolean {
  return opening_date > today && Date.parse(opening_date) - Date.parse(today) <= previewMilliseconds;
}

function hasClosed(runs: Production[], today: string): boolean {
  return runs.some(({ closing_date }) => closing_date !== null && closing_date < today);
}

function lastDay(runs: Production[]): string {
  return runs.flatMap(({ closing_date }) => closing_date ?? []).reduce((a, b) => (a > b ? a : b), "");
}

/**
 * When one production is open, the data alone says what the current show is; when none is, that there is none.
 *
 * @param mayBeEmpty whether the data says that the named show does not run here now.
 */
function currentShowRemedies(
  { shows }: RuleData,
  { id }: Theatre,
  open: Production[],
  mayBeEmpty: boolean,
): Pick<DataProblem, "fixes" | "decisions"> {
  const fix = (label: string, show: string | null): DataProblem["fixes"][number] => ({
    label,
    changes: [{ action: "update", resource: "theatres", id, data: { current_show_id: show } }],
  });
  const [only, ...others] = open;
  const running = others.length === 0 ? shows.find((show) => show.id === only?.show_id) : undefined;
  if (running) return { fixes: [fix(`Set to ${running.name}, which runs here`, running.id)], decisions: [] };
  if (!only && mayBeEmpty) return { fixes: [fix("Clear the current show", null)], decisions: [] };
  const fields = ["current_show_id"];
  return {
    fixes: [],
    decisions: [{ kind: "fields", label: "Choose the current show…", resource: "theatres", record_id: id, fields }],
  };
}
