import { expect, test } from "vitest";
import { fastestDatabase } from "../../../test/databases.ts";
import { useFixture } from "../../../test/fixture.ts";
import { askTool, connectMcp } from "../../../test/mcp-client.ts";
import { useDataset } from "../../../test/service.ts";
import type { CastEntry } from "../casts/schema.browser.ts";
import { questions } from "../../docs/guides/placeholders.ts";

/** A week of which the dataset has no performances of Les Misérables, so that the guide's answer does not age. */
const now = () => Date.parse("2026-12-22T12:00:00Z");
const service = useDataset(fastestDatabase, now);
const client = useFixture(
  () => connectMcp(service),
  (connected) => connected.close(),
);

const call = async (name: string, sent: Record<string, unknown> = {}) =>
  (await client.callTool({ name, arguments: sent })).structuredContent as Record<string, unknown> & { api: string[] };

test("there are seven tools, which only read and say what they take and answer", async () => {
  const { tools } = await client.listTools();

  expect(tools.map(({ name }) => name)).toEqual([
    "whats_on",
    "search",
    "who_was_in",
    "person_credits",
    "show_history",
    "theatre",
    "recent_changes",
  ]);
  for (const tool of tools) {
    expect(tool).toMatchObject({ annotations: { readOnlyHint: true }, inputSchema: { additionalProperties: false } });
    expect(Object.keys(tool.outputSchema?.properties ?? {})).toEqual(expect.arrayContaining(["summary", "api"]));
  }
});

/** Of each tool a call, and the page that its answer links to. */
const calls: [string, Record<string, unknown>, RegExp][] = [
  ["whats_on", { date: "2019-06-01" }, /\/on\?date=2019-06-01"/],
  ["search", { query: "miserables" }, /\/shows\/les-miserables"/],
  ["who_was_in", { show: "Wicked", date: "2025-03-14" }, /\/theatres\/apollo-victoria"/],
  ["person_credits", { person: "Michael Ball" }, /\/people\/michael-ball"/],
  ["show_history", { show: "Les Miserables" }, /\/theatres\/sondheim"/],
  ["theatre", { theatre: "Palace Theatre" }, /\/theatres\/palace"/],
  ["recent_changes", { kind: "show", limit: 2 }, /\/api\/updates/],
];

test.each(calls)(
  "%s links to the pages, and to calls of the API that answer, and stays small",
  async (name, sent, page) => {
    const answer = await call(name, sent);

    expect(JSON.stringify(answer)).toMatch(page);
    expect(answer.api.length).toBeGreaterThan(0);
    for (const address of answer.api) {
      expect(address.startsWith(`${service.url}/api/`)).toBe(true);
      expect((await fetch(address)).status).toBe(200);
    }
    // Also when everything is asked for.
    const all = { whats_on: { date: "2026-11-28" }, recent_changes: { limit: 50 } }[name];
    for (const large of [answer, ...(all ? [await call(name, all)] : [])])
      expect(JSON.stringify(large).length).toBeLessThan(24_000);
  },
);

test("who_was_in answers for the day with the cast of the API, most likely first, covers apart", async () => {
  const { productions } = (await call("who_was_in", { role: "Elphaba", date: "2025-03-14" })) as unknown as {
    productions: { players: CastEntry[]; covers: CastEntry[]; production_id: string }[];
  };
  const { players, covers, production_id } = productions[0] ?? expect.fail("Nothing ran.");
  const cast = await service.get(`/api/productions/${production_id}/cast?on=2025-03-14`);
  const plays = ((await cast.json()) as CastEntry[]).filter((entry) =>
    [entry.role, ...entry.covers].some((role) => role?.name === "Elphaba"),
  );
  const namesOf = (list: readonly { person: { name: string } }[]) => list.map(({ person }) => person.name).toSorted();

  expect(namesOf([...players, ...covers])).toEqual(namesOf(plays));
  expect(players.length).toBeGreaterThan(0);
  expect(players.every(({ role_type }) => role_type === "principal")).toBe(true);
  for (const list of [players, covers]) {
    const doubts = list.map(({ certain, dated }) => (certain ? 0 : dated ? 1 : 2));
    expect(doubts).toEqual(doubts.toSorted());
  }
});

test.each<[promise: string, tool: string, sent: Record<string, unknown>, text: RegExp]>([
  [
    "a day without a run is said",
    "who_was_in",
    { show: "Wicked", date: "1999-01-01" },
    /^No such production ran on 1999/,
  ],
  ["what is missing is asked for", "who_was_in", { date: "2025-03-14" }, /Send at least one of show, role/],
  ["a name means the record with the whole name", "show_history", { show: "LES MISERABLES!" }, /^Les Misérables: /],
  ["an id means its record", "show_history", { show: "les-miserables" }, /^Les Misérables: /],
  [
    "of several matches the ids are listed",
    "show_history",
    { show: "the" },
    /"Ambiguous".*the-mousetrap|the-\w+ \(The /,
  ],
  ["several shows of a role are asked about", "who_was_in", { role: "a" }, /"Ambiguous".*More than one show/],
  [
    "the times of a day are said",
    "whats_on",
    { date: "2026-11-28", show: "Les Miserables" },
    /^1 productions run on 2026-11-28, as far as is recorded\. Les Misérables, 2\.30pm \(matinee\) and 7\.30pm\.$/,
  ],
  [
    "a theatre has the times of its run",
    "theatre",
    { theatre: "Sondheim Theatre", date: "2026-11-28" },
    /Les Misérables, since 2020-01-16, 2\.30pm \(matinee\) and 7\.30pm\.$/,
  ],
  [
    "a show has the times of its week",
    "show_history",
    { show: "Mamma Mia!" },
    /, this week 2026-12-22 7\.30pm, 2026-12-23 7\.30pm, 2026-12-24 3pm \(matinee\), 2026-12-24 7\.30pm, 2026-12-26 3pm/,
  ],
  ["an unknown name is said", "person_credits", { person: "Qqqqq Zzzzz" }, /No person matches/],
  ["a path is a name", "theatre", { theatre: "../../accounts/keys" }, /matches|Invalid request/],
  ["a dot is a name", "theatre", { theatre: "." }, /matches|Invalid request/],
  ["a query is a name", "person_credits", { person: "a,b&limit=1" }, /matches|Invalid request/],
  ["null may stand for no argument", "whats_on", { date: null, theatre: null }, /^\d+ productions run on/],
  ["an empty text may too", "whats_on", { date: "", show: "Hamilton" }, /^1 productions run on/],
  ["a number may be text", "search", { query: "the", limit: "1" }, /^[^;]+; [^;]+; [^;]+; [^;]+\.$/],
])("%s: %s %j", async (_promise, name, sent, text) => {
  expect(await askTool(client, name, sent)).toMatch(text);
});

test.each<[string, string, Record<string, unknown>, string]>([
  ["a text without letters", "search", { query: "!!!" }, "query"],
  ["a name without letters", "person_credits", { person: "!!!" }, "person"],
  ["half a character", "search", { query: "a\ud800b" }, "query"],
  ["half a character in a name", "theatre", { theatre: "\udc00" }, "theatre"],
  ["null for a needed argument", "search", { query: null }, "query"],
  ["a number that is none", "recent_changes", { limit: "many" }, "limit"],
  ["an unknown argument", "whats_on", { when: "now" }, "when"],
])("%s is an error that names the argument", async (_name, name, sent, path) => {
  const text = await askTool(client, name, sent);

  expect(JSON.parse(text)).toMatchObject({ error: "Invalid request", issues: [{ path }] });
});

test("an error does not name thousands of unknown arguments", async () => {
  const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`a${index}`, 1]));

  expect((await askTool(client, "whats_on", many)).length).toBeLessThan(8_000);
});

test("recent changes begin with the newest, also with one that deletes", async () => {
  const { changes } = (await call("recent_changes", { limit: 5 })) as unknown as { changes: { change: number }[] };
  const numbers = changes.map(({ change }) => change);

  expect(numbers).toHaveLength(5);
  expect(numbers).toEqual(numbers.toSorted((a, b) => b - a));
  expect(await askTool(client, "recent_changes", { since: "2100-01-01" })).toBe("Nothing has changed.");
});

test("the guide's answers are the tools' own", async () => {
  const answers: Record<string, string> = {};
  for (const { question, tool, sent } of questions) answers[question] = await askTool(client, tool, { ...sent });

  // The guide reads the file. `npx vitest run lib/listings/mcp/tools.test.ts -u` writes it after a change of the dataset.
  await expect(`${JSON.stringify(answers, null, 2)}\n`).toMatchFileSnapshot("../../docs/guides/assistant-answers.json");
});
