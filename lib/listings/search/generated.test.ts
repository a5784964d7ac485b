import { isDeepStrictEqual } from "node:util";
import { expect, test } from "vitest";
import { askSearch, type World, randomQuestions } from "../../../test/search-questions.ts";
import { fastestDatabase, newFolderPath } from "../../../test/databases.ts";
import { useFixture, isFullRun } from "../../../test/fixture.ts";
import { requestsWanted, timeoutMilliseconds } from "../../../test/generated-requests.ts";
import { createSearchWorld, fillSmallHouse } from "../../../test/search-world.ts";
import { highLimits, serveFrom, useDataset, type TestService } from "../../../test/service.ts";
import { slowSearch } from "../../../test/slow-search.ts";
import { useStaff } from "../../../test/signed-in.ts";

/**
 * Generated questions, compared with an obvious implementation: most of them on a small database in which everything
 * that can be said of a record is said, the others on the dataset.
 */
const now = () => Date.parse("2026-11-23T12:00:00Z");
/** 20,000 in `npm run test:full`. */
const questions = requestsWanted ?? (isFullRun ? 19_000 : 285);
const seed = Number(process.env["FUZZ_SEED"] ?? 15);

const small = useFixture(
  async () => {
    const { folder, remove } = newFolderPath();
    return { ...(await serveFrom({ DATA_DIR: folder, SEED: "none", ...highLimits }, { now })), remove };
  },
  async ({ close, remove }) => {
    await close();
    remove();
  },
);
const whole = useDataset(fastestDatabase, now);
const [staff, reader] = [useStaff(small), useStaff(whole)];

test(
  `${questions} generated questions have the answers of a slow search`,
  { timeout: Math.max(180_000, timeoutMilliseconds) },
  async () => {
    await fillSmallHouse(staff);
    await compare(small, await createSearchWorld(small, staff, "2026-11-23"), questions);
    const all = await createSearchWorld(whole, reader, "2026-11-23", { withIncluded: false });
    await compare(whole, all, Math.ceil(questions / 19));
  },
);

async function compare(service: TestService, world: World, count: number): Promise<void> {
  let answered = 0;
  for (const { path, asked } of randomQuestions(world, seed, count)) {
    const target = `/api/search/${path}?${new URLSearchParams(asked).toString()}`;
    const { limit, count: _count, ...narrowed } = asked;
    const all = slowSearch(world, path, narrowed);
    const expected = {
      body: limit === undefined ? all : all.slice(0, Number(limit)),
      count: asked["count"] && String(all.length),
      hasNext: limit !== undefined && all.length > Number(limit),
    };
    const { body, headers } = await answer(service, target);
    const found = { body, count: headers["X-Total-Count"], hasNext: headers["Link"] !== undefined };
    // `expect` takes ten times as long.
    if (!isDeepStrictEqual(found, expected)) expect({ target, ...found }).toEqual({ target, ...expected });
    if (all.length > 0) answered += 1;
  }
  // Questions that find nothing would prove little.
  expect(answered).toBeGreaterThan(count / 3);
}

async function answer({ infrastructure }: TestService, target: string) {
  const { body, headers = {} } = await askSearch(infrastructure, target);
  const bytes = await body?.bytes("identity");
  return { body: JSON.parse(bytes?.toString("utf8") ?? "null") as unknown, headers };
}
