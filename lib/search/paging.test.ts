import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase, databaseKinds } from "../testing/databases.ts";
import { serveFrom, startService, type TestService } from "../testing/service.ts";
import { staffClient, type StaffClient } from "../testing/staff-client.ts";

const settings = { PUBLIC_DAILY_LIMIT: "1000000", ACCOUNT_DAILY_LIMIT: "1000000" };
const writers = 6;

type Person = { id: string; name: string };

/** Walks through all pages of a query. @param ask reads a path below `/api`. */
async function walk(ask: (path: string) => Promise<Response>, query: string): Promise<string[]> {
  const ids: string[] = [];
  for (let next: string | undefined = `/api/search/${query}`; next !== undefined;) {
    const response = await ask(next);
    expect([next, response.status]).toEqual([next, 200]);
    ids.push(...((await response.json()) as Person[]).map(({ id }) => id));
    next = /^<([^>]+)>/.exec(response.headers.get("link") ?? "")?.[1];
  }
  return ids;
}

describe.each(databaseKinds)("walks through pages (%s)", (databaseKind) => {
  let service: TestService;
  let staff: StaffClient;

  beforeAll(async () => {
    service = await startService(databaseKind, { settings });
    staff = await staffClient(service);
  });
  afterAll(() => service.close());

  test.each(["people?limit=100", "people?limit=100&sort=-name", "people?q=a&limit=100"])(
    "%s: a record that is there throughout is sent once, while six writers create, rename and delete",
    async (query) => {
      const before = (
        (await (await service.get(`/api/search/${query.replace(/limit=\d+&?/, "")}`)).json()) as Person[]
      ).map(({ id }) => id);
      let isOver = false;
      let written = 0;
      const write = async (writer: number) => {
        for (let n = 0; !isOver; n += 1) {
          const { body } = await staff.send("POST", "people", { name: `A ${"zyxwvu"[writer] ?? ""}${n} Newcomer` });
          const id = before[(writer * 211 + n * 17) % before.length] ?? "";
          const { body: person } = await staff.send("GET", `people/${id}`);
          // Moves the record to the other end, where it still matches.
          await staff.send("PUT", `people/${id}`, {
            name: `A${n % 2 ? "Z" : "A"} ${String(person["name"])}`.slice(0, 190),
          });
          await staff.ask("DELETE", `people/${body.id}`);
          written += 1;
        }
      };
      const writing = Array.from({ length: writers }, (_, writer) => write(writer));
      try {
        const walked = await walk((path) => service.get(path), query);
        const those = new Set(before);
        expect(walked.filter((id) => those.has(id)).toSorted()).toEqual(before.toSorted());
      } finally {
        isOver = true;
        await Promise.all(writing);
      }
      expect(written).toBeGreaterThan(0);
    },
    120_000,
  );
});

test("a walk goes on at another instance, and after a restart", async () => {
  const { settings: place, remove } = await createTestDatabase(databaseKinds.at(-1) ?? "embedded");
  // The embedded database has one instance, which starts again between the pages.
  const isShared = "DATABASE_URL" in place;
  let first = await serveFrom({ ...place, ...settings });
  const second = isShared ? await serveFrom({ ...place, ...settings }) : null;
  const staff = await staffClient(first);
  await staff.send("POST", "people", { name: "ZZZ Newcomer" });
  const whole = (await (await first.get("/api/search/people?sort=-name")).json()) as Person[];
  let asked = 0;

  const walked = await walk(async (path) => {
    asked += 1;
    if (second) return (asked % 2 === 0 ? second : first).get(path);
    await first.close();
    first = await serveFrom({ ...place, ...settings });
    return first.get(path);
  }, "people?sort=-name&limit=100");

  expect(walked).toEqual(whole.map(({ id }) => id));
  await Promise.all([first.close(), second?.close()]);
  await remove();
}, 120_000);
