import { beforeAll, expect, test } from "vitest";
import type { CatalogueReader } from "../../catalogue/reader.ts";
import { castLedShow } from "../../../test/casts.ts";
import { readerOf, useService } from "../../../test/service.ts";
import { fastestDatabase } from "../../../test/databases.ts";
import { connectMcp } from "../../../test/mcp-client.ts";
import { useStaff } from "../../../test/signed-in.ts";
import { dayPage, showList, sitemapEntries, theatreList } from "./list-pages.ts";
import { personPage, showPage, theatrePage } from "./record-pages.ts";
import type { WhoAnswer } from "./schema.browser.ts";
import { posterShows, questionOfDay, whoWasIn } from "./who.ts";

type Answer = Pick<WhoAnswer, "players" | "covers">;

const now = () => Date.parse("2026-11-23T12:00:00Z");
const service = useService(fastestDatabase, { now });
const staff = useStaff(service);
const read = () => readerOf(service, now);
const makeShow = () => castLedShow((method, path, body) => staff.send(method, path, body));
/** One that no test changes. */
let made: Awaited<ReturnType<typeof makeShow>>;
let catalogue: CatalogueReader;

beforeAll(async () => {
  made = await makeShow();
  catalogue = await read();
});

test("a show's page has its runs and the company of the day, in the run of that day", () => {
  const page = showPage(catalogue, made.show, "2025-03-14");

  expect(page?.runs.map(({ id }) => id)).toEqual([made.second, made.first]);
  expect(page?.company).toMatchObject({ run: { id: made.first }, day: "2025-03-14", missedDay: null });
  expect(page?.company?.members.map(({ person }) => person.name)).toEqual(["Ada", "Ben", "Cy", "Dee"]);
});

test("a day without a run leads to the nearest day of a run, and says so", () => {
  const { company } = showPage(catalogue, made.show, "2026-02-01") ?? expect.fail();

  expect(company).toMatchObject({ run: { id: made.second }, day: "2026-10-01", missedDay: "2026-02-01" });
});

test("theatres and people have their history; unknown ones have no page", () => {
  expect(theatrePage(catalogue, made.theatre)?.runs.map(({ id }) => id)).toEqual([made.second, made.first]);
  const { credits } = personPage(catalogue, made.people[0] ?? expect.fail()) ?? expect.fail();
  expect(credits.map(({ production }) => production.id)).toEqual([made.first]);
  expect([theatrePage(catalogue, "nowhere"), personPage(catalogue, "unknown-id")]).toEqual([null, null]);
});

test("a day's page names who is certainly in it, and the month's openings and closings", () => {
  const run = dayPage(catalogue, "2025-03-14").runs.find((one) => one.theatre.id === made.theatre);
  expect(run).toMatchObject({ show: { id: made.show }, daysLeft: 108, leads: [{ name: "Ada" }] });
  const showsOf = (runs: readonly { show: { id: string } }[]) => runs.map((one) => one.show.id);
  expect(showsOf(dayPage(catalogue, "2025-01-20").opening)).toContain(made.show);
  expect(showsOf(dayPage(catalogue, "2025-06-02").closing)).toContain(made.show);
});

test("a day's page and a show's say when it plays, and that nothing is known of other days", async () => {
  const { show, second } = await makeShow();
  const details = {
    schedule: [{ day: "mon", time: "19:30", from: "2026-11-20", to: "2026-11-24" }],
    performances: [{ date: "2026-11-23", time: "14:30", kind: "captioned" }],
  };
  expect((await staff.send("PUT", `productions/${second}/details`, details)).status).toBe(200);
  const catalogue = await read();
  const on = (day: string) => dayPage(catalogue, day).runs.find((run) => run.id === second)?.performances;
  const tonight = [
    { time: "14:30", access: ["captioned"] },
    { time: "19:30", access: [] },
  ];

  expect([on("2026-11-23"), on("2026-11-24"), on("2026-11-25")]).toEqual([tonight, [], null]);
  const { company } = showPage(catalogue, show, null) ?? expect.fail();
  expect(company?.tonight).toEqual(tonight);
  expect(company?.week.map(({ performances }) => performances)).toEqual([tonight, [], null, null, null, null, null]);
  expect(showPage(catalogue, show, "2025-03-14")?.company?.tonight).toBeNull();
});

test("the lists have every show and theatre, with what runs now", () => {
  const show = showList(catalogue).find(({ id }) => id === made.show);
  expect(show).toMatchObject({ runCount: 2, run: { days: { last: null } } });
  expect(theatreList(catalogue).find(({ id }) => id === made.theatre)?.playing?.id).toBe(made.show);
});

test("a source that many records name is one footnote", async () => {
  const { show, members } = await makeShow();
  const source = { name: "Playbill", url: "https://example.com/p", kind: "press", read_on: "2026-11-20" };
  for (const member of members.slice(0, 2))
    await staff.send("PUT", `cast-members/${member}/sources`, { sources: [source], verified: true });

  const page = showPage(await read(), show, "2025-03-14");

  expect(page?.footnotes).toEqual([{ name: "Playbill", url: "https://example.com/p", read_on: "2026-11-20" }]);
  expect(page?.company?.members.map(({ marks }) => marks)).toEqual([[1], [1], [], []]);
  expect(page?.company?.members[0]?.verifiedOn).toBe("2026-11-23");
});

test("who was in it: certain players, then possible ones, the likelier first, and those who cover the role", () => {
  const { show, name } = made;
  const ask = (on: string, role: string | null = null, text = show) => whoWasIn(catalogue, { show: text, on, role });
  const namesOf = (players: readonly { person: { name: string }; certain?: boolean | undefined }[]) =>
    players.map(({ person, certain }) => `${person.name}${certain ? "" : "?"}`);

  const lead = ask("2025-03-14", "the lead");
  expect([lead.role, namesOf(lead.players), namesOf(lead.covers)]).toEqual(["The Lead", ["Ada"], ["Cy?"]]);
  expect(namesOf(ask("2025-03-14").players)).toEqual(["Ada", "Ben?", "Cy?"]);
  // Of the days on which they can have begun, more are past for Cy.
  expect(namesOf(ask("2025-03-02").players)).toEqual(["Ada", "Cy?", "Ben?"]);
  expect(ask("2025-03-14").undated).toHaveLength(1);
  expect(ask("2025-03-14", null, name.toLowerCase()).show?.id).toBe(show);
  expect(ask("2026-02-01")).toMatchObject({ run: null, nearest: { days: { first: "2026-10-01" } } });
  for (const text of ["director", "directed"])
    expect(ask("2025-03-14", text)).toMatchObject({ job: "director", crew: [], players: [] });
  expect(ask("2025-03-14", "king lear")).toMatchObject({ role: null, players: [] });
  expect(ask("2025-03-14", null, "zzzzzz")).toMatchObject({ show: null, choices: [] });
});

test("who was known last is said of a day that no one is certain on, and a show's page shows them", async () => {
  const { show, first, members } = await makeShow();
  const engagements = [{ from: "2025-01-10", to: "2025-03" }];
  await staff.send("PUT", `cast-members/${members[0]}/details`, { engagements });
  const reader = await read();
  const lead = whoWasIn(reader, { show, on: "2025-04-01", role: "the lead" });
  const page = showPage(reader, show, "2025-04-01")?.company;
  const client = await connectMcp(service);
  const asked = { name: "who_was_in", arguments: { show, role: "The Lead", date: "2025-04-01" } };
  const { productions, summary } = (await client.callTool(asked)).structuredContent as Record<string, unknown>;
  await client.close();

  expect(lead.lastKnown).toMatchObject([{ person: { name: "Ada" }, last_known_on: "2025-03-01" }]);
  expect([page?.run.id, page?.members.map(({ last_known_on }) => last_known_on)]).toEqual([
    first,
    ["2025-03-01", "2025-04-01", undefined, undefined],
  ]);
  expect(productions).toMatchObject([{ last_known: [{ person: { name: "Ada" }, on: "2025-03-01" }] }]);
  expect(summary).toContain("The Lead on 1 April 2025 is not known. Last known: Ada, in March 2025.");
});

test("the poster asks about another show each day, and has a certain answer; it knows a day for each show", async () => {
  const days = ["2026-11-23", "2026-11-24", "2026-11-25"].map((day) => () => Date.parse(`${day}T12:00:00Z`));
  const questions = await Promise.all(days.map(async (day) => questionOfDay(await readerOf(service, day))));

  expect(new Set(questions.map((question) => question?.show?.name)).size).toBe(3);
  for (const question of questions) expect(question?.players[0]).toMatchObject({ certain: true });
  expect(posterShows(catalogue).find(({ id }) => id === made.show)).toMatchObject({ day: "2025-06-30", people: 2 });
});

test("an alternate covers the role, on the page and in the tool of assistants", async () => {
  const { show, first, members } = await makeShow();
  const cast = (await staff.send("GET", `productions/${first}/cast`)).body as unknown as { role_id: string | null }[];
  const role_id = cast.find((entry) => entry.role_id !== null)?.role_id;
  await staff.send("PUT", `cast-members/${members[1]}`, { role_id, role_type: "alternate" });
  const page = whoWasIn(await read(), { show, on: "2025-04-01", role: "The Lead" });
  const client = await connectMcp(service);
  const asked = { name: "who_was_in", arguments: { show, role: role_id, date: "2025-04-01" } };
  const { productions } = (await client.callTool(asked)).structuredContent as { productions: Answer[] };
  await client.close();

  const named = ({ players, covers }: Answer) =>
    [players, covers].map((some) => some.map(({ person }) => person.name).toSorted());
  expect(named(page)).toEqual([["Ada"], ["Ben", "Cy"]]);
  expect(productions.map(named)).toEqual([named(page)]);
});

test("a day is beyond what is on sale of a run without an end: after the last bookable day, else in a year", async () => {
  const { show } = await makeShow();
  const beyond = async (on: string) => {
    const catalogue = await read();
    const [run] = dayPage(catalogue, on).runs.filter((one) => one.show.id === show);
    const who = whoWasIn(catalogue, { show, on, role: null });
    expect(who.beyondSale).toEqual(run?.beyondSale);
    return who.beyondSale;
  };

  expect(await beyond("2027-11-01")).toBeNull();
  expect(await beyond("2027-12-01")).toEqual({ until: null });
  await staff.send("PUT", `shows/${show}`, { booking_until: "2027-02-01" });
  expect(await beyond("2027-02-01")).toBeNull();
  expect(await beyond("2027-02-02")).toEqual({ until: "2027-02-01" });
});

test("a page's date of change in the sitemap is that of the last change of anything on it", async () => {
  const { show, people, members } = await makeShow();
  await staff.send("PUT", `cast-members/${members[3]}/details`, { engagements: [{ from: "2025" }] });
  const catalogue = await read();

  const changed = catalogue.row("cast-members", members[3] ?? "")?.changedAt;
  const of = (path: string) => sitemapEntries(catalogue).find((entry) => entry.path === path)?.changedAt;

  expect(of(`/shows/${show}`)).toBe(changed);
  expect(of(`/people/${people[3]}`)).toBe(changed);
  expect(of(`/people/${people[0]}`)).not.toBe(changed);
});
