import { afterAll, beforeAll, expect, test } from "vitest";
import { Catalogue } from "../../catalogue/catalogue.ts";
import { DerivedValues } from "../../catalogue/derived.ts";
import type { Infrastructure } from "../../infrastructure.ts";
import { askSearch } from "../../../test/ask-search.ts";
import { newFolderPath } from "../../../test/databases.ts";
import { requestsWanted, stopwatch, timeoutMilliseconds } from "../../../test/generated-runs.ts";
import { isFullRun } from "../../../test/one-of-each.ts";
import { randomQuestions, seededRandom } from "../../../test/search-questions.ts";
import { createSearchWorld, fillSmallHouse } from "../../../test/search-world.ts";
import { serveFrom, type TestService } from "../../../test/service.ts";
import { staffClient, type StaffClient } from "../../../test/staff-client.ts";

const settings = { PUBLIC_DAILY_LIMIT: "100000000", ACCOUNT_DAILY_LIMIT: "100000000" };
const seed = Number(process.env["FUZZ_SEED"] ?? 44);
const writes = requestsWanted ?? 150;
const usualSeconds = isFullRun ? 15 : 5;
const questionsAsked = 40;

let service: TestService;
let staff: StaffClient;
let removeFolder: () => void;

beforeAll(async () => {
  const { folder, remove } = newFolderPath();
  removeFolder = remove;
  const now = () => Date.parse("2026-11-23T12:00:00Z");
  service = await serveFrom({ DATA_DIR: folder, SEED: "none", ...settings }, { now });
  staff = await staffClient(service);
  await fillSmallHouse(staff);
});
afterAll(async () => {
  await service.close();
  removeFolder();
});

test(
  "after any sequence of writes, searches have the responses of a service that has just started",
  { timeout: Math.max(120_000, timeoutMilliseconds) },
  async () => {
    const world = await createSearchWorld(service, staff, "2026-11-23");
    const targets = [...randomQuestions(world, seed, questionsAsked)].map(
      ({ path, asked }) => `/api/search/${path}?${new URLSearchParams(asked).toString()}`,
    );
    targets.push("/api/search?q=hamlet", "/api/search?q=king&limit=2", "/api/search?q=lions");
    const write = randomWrites();
    const isOver = stopwatch(usualSeconds);
    let [written, succeeded] = [0, 0];
    while (written < writes && !isOver()) {
      const [what, isDone] = await write();
      written += 1;
      if (isDone) succeeded += 1;
      const fresh = justStarted(service.infrastructure);
      for (const target of targets) {
        const [patched, expected] = [await respond(service.infrastructure, target), await respond(fresh, target)];
        expect({ what, target, ...patched }).toEqual({ what, target, ...expected });
      }
    }
    expect(succeeded).toBeGreaterThan(written / 2);
  },
);

test("a response stands when a record changed that was neither compared nor sent", async () => {
  const target = "/api/search/people?q=king&sort=name";
  const { infrastructure } = service;
  const [{ id: show } = { id: "" }] = (await staff.send("GET", "shows")).body as unknown as [{ id: string }];
  const ask = async () => (await askSearch(infrastructure, target, await infrastructure.readVersions())).body;
  const [{ id: sent, bio } = { id: "", bio: "" }] = JSON.parse(String(await (await ask())?.bytes("identity"))) as [
    { id: string; bio: string },
  ];
  const before = await ask();

  await staff.send("PUT", `shows/${show}`, { description: "Another one." });
  expect(await ask()).toBe(before);

  await staff.send("PUT", `people/${sent}`, { bio: `${bio}!` });
  expect(await ask()).not.toBe(before);
});

/** The same data in an instance without anything in memory. */
function justStarted(infrastructure: Infrastructure): Infrastructure {
  const { database, computedReads, now } = infrastructure;
  const catalogue = new Catalogue(database);
  return { ...infrastructure, catalogue, derived: new DerivedValues(catalogue, computedReads, now) };
}

async function respond(infrastructure: Infrastructure, target: string) {
  const { body, headers } = await askSearch(infrastructure, target, await infrastructure.readVersions());
  return { text: String(await body?.bytes("identity")), headers };
}

/** Returns a function that makes one write, and whether it succeeded: some are refused. */
function randomWrites(): () => Promise<readonly [what: string, isDone: boolean]> {
  const random = seededRandom(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item;
  const names = ["Hamlet", "The Lion King", "Kings & Lyons", "Ada Hamlett", "Örjan’s Palace", "King", "O’Brien Lions"];
  const day = () => `${2023 + below(4)}-0${1 + below(9)}-10`;
  const values: Record<string, Record<string, () => unknown>> = {
    shows: { name: () => pick(names), type: () => pick(["musical", "play", "comedy"]), description: () => "x" },
    theatres: { name: () => pick(names), capacity: () => pick([null, 100, 200]), lat: () => 51.5 + below(9) / 500 },
    people: { name: () => pick(names), bio: () => pick([null, "A", "b"]) },
    roles: { name: () => pick(names) },
    productions: { opening_date: day, closing_date: () => pick([null, "2026-12-31"]) },
    "cast-members": { billing_order: () => pick([null, 1, 2, 3]), role_type: () => pick(["principal", "swing"]) },
  };
  const aliases = { aliases: () => [{ name: pick(names), kind: "also" }] };
  const details: Record<string, Record<string, () => unknown>> = {
    shows: aliases,
    theatres: aliases,
    people: { ...aliases, external_ids: () => ({ wikidata: `Q${below(7)}` }) },
    roles: aliases,
    productions: {
      first_preview: () => pick([null, "2023-01-01"]),
      external_ids: () => ({ wikidata: `Q${below(7)}` }),
    },
    "cast-members": { engagements: () => pick([[], [{ from: "2024" }], [{ to: "2025-11" }]]), covers: () => [] },
  };
  const idsOf = async (path: string) =>
    ((await staff.send("GET", path)).body as unknown as { id: string }[]).map(({ id }) => id);

  return async () => {
    const path = pick(Object.keys(values));
    const ids = await idsOf(path);
    const id = pick(ids);
    const one = (fields: Record<string, () => unknown> = {}) => {
      const [name, value] = pick(Object.entries(fields));
      return { [name]: value() };
    };
    const send = async (method: string, target: string, body?: object) => {
      const { status } = await staff.ask(method, target, body);
      return [`${method} ${target} ${JSON.stringify(body)}`, status < 300] as const;
    };
    const way = random();
    if (way < 0.35) return send("PUT", `${path}/${id}`, one(values[path]));
    if (way < 0.6) return send("PUT", `${path}/${id}/details`, one(details[path]));
    if (way < 0.75) {
      const resource = pick(["people", "theatres", "shows"]);
      return send("POST", resource, { name: pick(names), ...(resource === "shows" && { type: "play" }) });
    }
    if (way < 0.8) {
      const [person_id, production_id] = [pick(await idsOf("people")), pick(await idsOf("productions"))];
      return send("POST", "cast-members", { person_id, production_id, role_type: "ensemble" });
    }
    if (way < 0.85)
      return send("POST", `people/${pick(await idsOf("people"))}/merge`, { into: pick(await idsOf("people")) });
    if (way < 0.9) return send("POST", `activity/${(await staff.activity(1))[0]?.id}/revert`);
    if (way < 0.93 && ids.length > 3) return send("DELETE", `${path}/${id}?cascade=true`);
    const { prisma } = service.infrastructure.database;
    if (way < 0.94) return ["DELETE", (await prisma.$executeRaw`DELETE FROM cast_members WHERE role_id IS NULL`) >= 0];
    return ["UPDATE", (await prisma.$executeRaw`UPDATE people SET name = ${pick(names)} WHERE id > ${id}`) >= 0];
  };
}
