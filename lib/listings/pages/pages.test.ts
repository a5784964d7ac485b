import { describe, expect, test } from "vitest";
import { CatalogueReader } from "../../catalogue/reader.ts";
import { castLedShow } from "../../../test/cast-led-show.ts";
import { fastestDatabase } from "../../../test/databases.ts";
import { connectMcp } from "../../../test/mcp-client.ts";
import { useService } from "../../../test/service.ts";
import { useStaff } from "../../../test/staff-client.ts";
import { dayPage, showList, theatreList } from "./list-pages.ts";
import { personPage, theatrePage } from "./record-pages.ts";
import { showPage } from "./show-page.ts";
import { sitemapEntries } from "./sitemap-entries.ts";
import { whoWasIn } from "./who.ts";

interface Answer {
  readonly players: readonly { person: { name: string } }[];
  readonly covers: readonly { person: { name: string } }[];
}

const now = () => Date.parse("2026-11-23T12:00:00Z");

describe("the public pages of a show with two runs", () => {
  const service = useService(fastestDatabase, { isOwn: true, now });
  const staff = useStaff(service);
  const read = async () => {
    const { catalogue, readVersions } = service.infrastructure;
    await catalogue.reach((await readVersions())?.data ?? null);
    return new CatalogueReader(catalogue, now);
  };
  const makeShow = () => castLedShow((method, path, body) => staff.send(method, path, body));

  test("a show's page has the company of the day, in the run of that day", async () => {
    const { show, first, second } = await makeShow();

    const page = showPage(await read(), show, "2025-03-14");

    expect(page?.runs.map(({ id }) => id)).toEqual([second, first]);
    expect(page?.company).toMatchObject({ run: { id: first }, day: "2025-03-14", missedDay: null });
    expect(page?.company?.members.map(({ person }) => person.name)).toEqual(["Ada", "Ben", "Cy", "Dee"]);
  });

  test("a day without a run leads to the nearest day of a run, and says so", async () => {
    const { show, second } = await makeShow();

    expect(showPage(await read(), show, "2026-02-01")?.company).toMatchObject({
      run: { id: second },
      day: "2026-10-01",
      missedDay: "2026-02-01",
    });
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

  test("theatres and people have their history", async () => {
    const { theatre, people, first, second } = await makeShow();
    const catalogue = await read();

    expect(theatrePage(catalogue, theatre)?.runs.map(({ id }) => id)).toEqual([second, first]);
    expect(personPage(catalogue, people[0] ?? "")?.credits.map(({ production }) => production.id)).toEqual([first]);
    expect(theatrePage(catalogue, "nowhere")).toBe(null);
    expect(personPage(catalogue, "nobody-at-all")).toBe(null);
  });

  test("a day's page names who is certainly in it, and the month's openings and closings", async () => {
    const { show, theatre } = await makeShow();
    const catalogue = await read();

    const run = dayPage(catalogue, "2025-03-14").runs.find((one) => one.theatre.id === theatre);
    expect(run).toMatchObject({ show: { id: show }, daysLeft: 108, leads: [{ name: "Ada" }] });
    const showsOf = (runs: readonly { show: { id: string } }[]) => runs.map((one) => one.show.id);
    expect(showsOf(dayPage(catalogue, "2025-01-20").opening)).toContain(show);
    expect(showsOf(dayPage(catalogue, "2025-06-02").closing)).toContain(show);
  });

  test("the lists have every show and theatre, with what runs now", async () => {
    const { show, theatre } = await makeShow();
    const catalogue = await read();

    expect(showList(catalogue).find(({ id }) => id === show)).toMatchObject({
      runCount: 2,
      run: { closing_date: null },
    });
    expect(theatreList(catalogue).find(({ id }) => id === theatre)?.playing?.id).toBe(show);
  });

  test("who was in it: certain players, then possible ones, the likelier first, and those who cover the role", async () => {
    const { show, name } = await makeShow();
    const catalogue = await read();
    const ask = (on: string | null, role: string | null, text = show) => whoWasIn(catalogue, { show: text, on, role });
    const namesOf = (players: readonly { person: { name: string }; certain: boolean }[]) =>
      players.map(({ person, certain }) => [person.name, certain]);

    expect(ask("2025-03-14", "the lead")).toMatchObject({ role: "The Lead" });
    expect(namesOf(ask("2025-03-14", "the lead").players)).toEqual([["Ada", true]]);
    expect(namesOf(ask("2025-03-14", "the lead").covers)).toEqual([["Cy", false]]);
    expect(namesOf(ask("2025-03-14", null).players)).toEqual([
      ["Ada", true],
      ["Ben", false],
      ["Cy", false],
    ]);
    // Of the days on which they can have begun, more are past for Cy.
    expect(namesOf(ask("2025-03-02", null).players)).toEqual([
      ["Ada", true],
      ["Cy", false],
      ["Ben", false],
    ]);
    expect(ask("2025-03-14", null).undated).toHaveLength(1);
    expect(ask("2025-03-14", null, name.toLowerCase()).show?.id).toBe(show);
    expect(ask("2026-02-01", null)).toMatchObject({ run: null, nearest: { opening_date: "2026-10-01" } });
    expect(ask("2025-03-14", "king lear")).toMatchObject({ role: null, players: [] });
    expect(ask("2025-03-14", null, "zzzzzz")).toMatchObject({ show: null, choices: [] });
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
});
