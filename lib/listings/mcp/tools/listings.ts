import "server-only";
import { z } from "zod";
import { dayAfter } from "../../../core/dates.ts";
import { dayInWords, performanceInWords } from "../../../resources/productions/performance-words.browser.ts";
import {
  listingsDay,
  performance,
  dayPerformance,
  type HousedProduction,
  type OnDay,
} from "../../casts/schema.browser.ts";
import type { Theatre } from "../../../resources/theatres/schema.browser.ts";
import type { CrewMemberEntry } from "../../../resources/crew-members/schema.browser.ts";
import { findOptional, findRecord, type ApiReader } from "../api-reader.ts";
import {
  daysInWords,
  defineTool,
  linkTo,
  linked,
  listInWords,
  nameOrId,
  linkedRun,
  linkRun,
  crewJob,
} from "../tool.ts";

const maxRuns = 60;
const maxEarlierRuns = 20;

const runOfDay = linkedRun.extend({
  performances: z
    .array(dayPerformance)
    .nullable()
    .describe("Those of the day: empty when it does not play, null when nothing is known of the day."),
});

export const whatsOn = defineTool({
  name: "whats_on",
  title: "What is on",
  description:
    "The productions that run in London's West End on a day, in all theatres or in one, with the times of their performances as far as these are known.",
  input: z.strictObject({
    date: listingsDay.optional().describe("`YYYY-MM-DD`, past or future; today in London without it."),
    theatre: nameOrId("a theatre").optional(),
    show: nameOrId("a show").optional(),
  }),
  output: z.strictObject({
    date: z.string(),
    page: z.string().describe("The page for people."),
    count: z.int(),
    productions: z
      .array(runOfDay.extend({ days_left: z.int().nullable().describe("0 on the last day; null when open-ended.") }))
      .max(maxRuns),
  }),
  answer: async ({ date, theatre, show }, api) => {
    const place = await findOptional(api, "theatres", theatre);
    const work = await findOptional(api, "shows", show);
    const on = date ?? api.today;
    const query = { date: on, theatre_id: place?.id, show_id: work?.id };
    const { productions } = await api.get<OnDay>("/on", query);
    const runs = productions.slice(0, maxRuns).map((one) => {
      return { ...linkRun(api, one), performances: one.performances, days_left: one.days_left };
    });
    const times = runs.flatMap((one) => (one.performances ? [`${one.show.name}, ${timesOf(one)}`] : []));
    const summary = `${productions.length} productions run on ${on}, as far as is recorded. ${listInWords(times, "No times are known.")}`;
    return { summary, date: on, page: api.page(`/on?date=${on}`), count: productions.length, productions: runs };
  },
});

const runWithCrew = linkedRun.extend({
  crew: z.array(crewJob.extend({ person: linked })),
  week: z
    .array(performance.pick({ date: true, time: true, access: true }))
    .describe("Its performances of the seven days from today; empty when none is known."),
});
type RunWithCrew = HousedProduction & { readonly crew: readonly CrewMemberEntry[] };

export const showHistory = defineTool({
  name: "show_history",
  title: "History of a show",
  description:
    "Every recorded run of a show in the West End, the oldest first, with its theatre, its dates, its creative team (who wrote, directed and designed it) and its performances of this week.",
  input: z.strictObject({ show: nameOrId("a show") }),
  output: z.strictObject({ show: linked, count: z.int(), productions: z.array(runWithCrew).max(maxRuns) }),
  answer: async ({ show }, api) => {
    const work = await findRecord(api, "shows", show);
    const query = { show_id: work.id, sort: "opening_date", include: "theatre,crew" };
    const all = await api.get<RunWithCrew[]>("/search/productions", query);
    const productions = await Promise.all(
      all.slice(-maxRuns).map(async (one) => ({
        ...linkRun(api, one),
        crew: one.crew.map(({ person, job, credit }) => ({ person: linkTo(api, "people", person), job, credit })),
        week: await weekOf(api, one),
      })),
    );
    const lines = productions.map(
      (one) => `${one.theatre.name}, ${daysInWords(one, api.today)}${directedBy(one.crew)}${weekInWords(one.week)}`,
    );
    const summary = `${work.name}: ${listInWords(lines, "no run is recorded.")}`;
    return { summary, show: linkTo(api, "shows", work), count: all.length, productions };
  },
});

export const theatreTool = defineTool({
  name: "theatre",
  title: "A theatre",
  description: "A theatre with its address and seats, what runs there on a day, and its latest runs.",
  input: z.strictObject({
    theatre: nameOrId("a theatre"),
    date: listingsDay.optional().describe("The day of `running`; today in London without it."),
  }),
  output: z.strictObject({
    theatre: linked.extend({
      address: z.string().nullable(),
      postcode: z.string().nullable(),
      capacity: z.int().nullable(),
    }),
    date: z.string(),
    running: z.array(runOfDay),
    latest: z.array(linkedRun).max(maxEarlierRuns).describe("By opening date, the newest first."),
  }),
  answer: async ({ theatre: text, date }, api) => {
    const { id } = await findRecord(api, "theatres", text);
    const on = date ?? api.today;
    const house = await api.get<Theatre>(`/theatres/${encodeURIComponent(id)}`);
    const { productions } = await api.get<OnDay>("/on", { date: on, theatre_id: id });
    const query = { theatre_id: id, sort: "-opening_date", include: "theatre", limit: maxEarlierRuns };
    const latest = await api.get<HousedProduction[]>("/search/productions", query);
    const running = productions.map((one) => ({ ...linkRun(api, one), performances: one.performances }));
    const { address, postcode, capacity } = house;
    const lines = running.map((one) =>
      [one.show.name, daysInWords(one, api.today), ...(one.performances ? [timesOf(one)] : [])].join(", "),
    );
    const place = [address, postcode].filter((part) => part !== null).join(", ");
    return {
      summary: `${house.name}${place && `, ${place}`}. On ${on}: ${listInWords(lines, "nothing that is recorded.")}`,
      theatre: { ...linkTo(api, "theatres", house), address, postcode, capacity },
      date: on,
      running,
      latest: latest.map((one) => linkRun(api, one)),
    };
  },
});

function timesOf({ performances }: z.infer<typeof runOfDay>): string {
  return dayInWords(performances ?? [], false);
}

type Week = z.infer<typeof runWithCrew>["week"];

/** Nothing is asked for a run that has ended. */
async function weekOf(api: ApiReader, { id, closing_date }: HousedProduction): Promise<Week> {
  if (closing_date !== null && closing_date < api.today) return [];
  const path = `/productions/${encodeURIComponent(id)}/performances`;
  const days = { from: api.today, to: dayAfter(api.today, 6) };
  const found = await api.get<z.infer<typeof performance>[]>(path, days);
  return found.map(({ starts_at: _moment, ...one }) => one);
}

/** `, this week 2026-11-28 2.30pm (matinee), 2026-11-28 7.30pm`; empty when no performance is known. */
function weekInWords(week: Week): string {
  const performances = week.map((one) => `${one.date} ${performanceInWords(one)}`);
  return performances.length === 0 ? "" : `, this week ${performances.join(", ")}`;
}

/** `, directed by A and B`; empty when that is not recorded. */
function directedBy(crew: z.infer<typeof runWithCrew>["crew"]): string {
  const names = crew.flatMap(({ job, person }) => (job === "director" ? [person.name] : []));
  return names.length === 0 ? "" : `, directed by ${names.join(" and ")}`;
}
