import { describe, expect, test } from "vitest";
import { fastestDatabase } from "../../../test/databases.ts";
import { useFixture } from "../../../test/fixture.ts";
import { askTool, connectMcp } from "../../../test/mcp-client.ts";
import { useDataset } from "../../../test/service.ts";
import { questions } from "../../docs/guides/assistant-questions.ts";

const service = useDataset(fastestDatabase);
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
    const all = { whats_on: {}, recent_changes: { limit: 50 } }[name];
    for (const large of [answer, ...(all ? [await call(name, all)] : [])])
      expect(JSON.stringify(large).length).toBeLessThan(24_000);
  },
);

describe("who_was_in", () => {
  test("answers for the day with the cast of the API, most likely first, covers apart", async () => {
    const { productions } = (await call("who_was_in", { role: "Elphaba", date: "2025-03-14" })) as unknown as {
      productions: { players: Player[]; covers: Player[]; production_id: string }[];
    };
    const [production] = productions;
    const cast = (await (
      await service.get(`/api/productions/${production?.production_id}/cast?on=2025-03-14`)
    ).json()) as { person: { name: string }; role: { name: string } | null; covers: { name: string }[] }[];
    const plays = cast.filter(
      ({ role, covers }) => role?.name === "Elphaba" || covers.some(({ name }) => name === "Elphaba"),
    );
    const { players = [], covers = [] } = production ?? {};

    expect([...players, ...covers].map(({ person }) => person.name).toSorted()).toEqual(
      plays.map(({ person }) => person.name).toSorted(),
    );
    expect(players.length).toBeGreaterThan(0);
    expect(players.every(({ role_type }) => role_type === "principal")).toBe(true);
    for (const list of [players, covers]) {
      const doubts = list.map(({ certain, dated }) => (certain ? 0 : dated ? 1 : 2));
      expect(doubts).toEqual(doubts.toSorted());
    }
  });

  test("says when nothing ran, and asks for what is missing", async () => {
    expect(await askTool(client, "who_was_in", { show: "Wicked", date: "1999-01-01" })).toBe(
      "No such production ran on 1999-01-01, as far as is recorded.",
    );
    expect(await askTool(client, "who_was_in", { date: "2025-03-14" })).toMatch(/Send at least one of show, role/);
  });
});

interface Player {
  person: { name: string };
  role_type: string;
  certain: boolean;
  dated: boolean;
}

describe("names", () => {
  test("mean the record with the whole name; where several match, the candidates are listed with their ids", async () => {
    expect(await askTool(client, "show_history", { show: "LES MISERABLES!" })).toMatch(/^Les Misérables: /);
    expect(await askTool(client, "show_history", { show: "les-miserables" })).toMatch(/^Les Misérables: /);
    expect(await askTool(client, "show_history", { show: "the" })).toMatch(/"Ambiguous".*the-mousetrap|the-\w+ \(The /);
    expect(await askTool(client, "person_credits", { person: "Qqqqq Zzzzz" })).toMatch(/No person matches/);
    expect(await askTool(client, "who_was_in", { role: "a" })).toMatch(/"Ambiguous".*More than one show/);
  });

  test.each([
    ["theatre", { theatre: "../../keys" }],
    ["theatre", { theatre: "." }],
    ["show_history", { show: "!!!" }],
    ["person_credits", { person: "a,b&limit=1" }],
  ])("of a path or a query are names: %s %j", async (name, sent) => {
    expect(await askTool(client, name, sent)).toMatch(/matches|Invalid request/);
  });
});

test.each<[string, string, Record<string, unknown>, RegExp]>([
  ["null for an optional argument", "whats_on", { date: null, theatre: null }, /^\d+ productions run on/],
  ["an empty text for an optional argument", "whats_on", { date: "", show: "Hamilton" }, /^1 productions run on/],
  ["a number as text", "search", { query: "the", limit: "1" }, /^[^;]+; [^;]+; [^;]+; [^;]+\.$/],
])("a model may send %s", async (_name, name, sent, text) => {
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
