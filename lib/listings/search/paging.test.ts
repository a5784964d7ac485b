import { describe, expect, test } from "vitest";
import { createTestDatabase, databaseKinds, fastestDatabase } from "../../../test/databases.ts";
import { oneOfEach } from "../../../test/fixture.ts";
import { highLimits, serveFrom, useService } from "../../../test/service.ts";
import { staffClient, useStaff } from "../../../test/signed-in.ts";

const writers = 6;

type Person = { id: string; name: string };

const linkIn = ({ headers }: Response) => /^<([^>]+)>/.exec(headers.get("link") ?? "")?.[1];

/** Walks through all pages of a query. @param ask reads a path below `/api`. */
async function walk(ask: (path: string) => Promise<Response>, query: string): Promise<string[]> {
  const ids: string[] = [];
  for (let next: string | undefined = `/api/search/${query}`; next !== undefined;) {
    const response = await ask(next);
    expect([next, response.status]).toEqual([next, 200]);
    ids.push(...((await response.json()) as Person[]).map(({ id }) => id));
    next = linkIn(response);
  }
  return ids;
}

describe.each(databaseKinds)("walks through pages (%s)", (databaseKind) => {
  // A third of the people get other names.
  const service = useService(databaseKind, { isOwn: true });
  const staff = useStaff(service);

  oneOfEach(["people?q=a&limit=100", "people?limit=100", "people?limit=100&sort=-name"])(
    "%s: a record that keeps its place is sent once, while six writers create, rename and delete others",
    async (query) => {
      const before = (
        (await (await service.get(`/api/search/${query.replace(/limit=\d+&?/, "")}`)).json()) as Person[]
      ).map(({ id }) => id);
      const renamed = new Set(before.filter((_, n) => n % 3 === 0));
      const staying = before.filter((id) => !renamed.has(id));
      let isOver = false;
      let written = 0;
      const write = async (writer: number) => {
        for (let n = 0; !isOver; n += 1) {
          const { body } = await staff.send("POST", "people", { name: `A ${"zyxwvu"[writer] ?? ""}${n} Newcomer` });
          const id = [...renamed][(writer * 211 + n * 17) % renamed.size] ?? "";
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
        expect(walked.filter((id) => staying.includes(id)).toSorted()).toEqual(staying.toSorted());
      } finally {
        isOver = true;
        await Promise.all(writing);
      }
      expect(written).toBeGreaterThan(0);
    },
    120_000,
  );

  test("the Link of the longest question is below 8 kB, and the page that it names follows", async () => {
    const bio = "響".repeat(5_000);
    for (const name of ["甲", "乙", "丙"])
      await staff.send("POST", "people", { name: name.repeat(200), bio: `${bio}${name}` });
    const ids = Array.from({ length: 100 }, (_, n) => `${"some-person-with-a-name-".slice(0, 20)}${n}`).join();
    const all = `limit=1&count=exact&sort=bio,-bio,name,-name,image,-image,id,-id&fields=id,name,bio,image&include=credits,details,sources&q=${encodeURIComponent("𝕏".repeat(100))}&show_id=${ids}`;

    const walked = await walk((path) => service.get(path), "people?limit=1&sort=bio,name,-bio,-name&q=%E7%94%B2%20");
    const { headers } = await service.get(`/api/search/people?limit=1&sort=bio,name,-bio,-name,image,-image,id,-id`);
    const tooLong = await service.get(`/api/search/people?${all}&theatre_id=${ids}&role_id=${ids}`);

    expect(walked).toHaveLength(1);
    expect(headers.get("access-control-expose-headers")).toContain("Link, X-Total-Count");
    expect((headers.get("link") ?? expect.fail()).length).toBeLessThan(2_500);
    expect((await service.get(`/api/search/people?${all}`)).status).toBe(200);
    expect([tooLong.status, await tooLong.json()]).toMatchObject([400, { issues: [{ path: "show_id" }] }]);
  });

  test("a page begins where its last record was, when that is renamed or deleted after it", async () => {
    const idsOf = async (path: string) => ((await (await service.get(path)).json()) as Person[]).map(({ id }) => id);
    const query = "/api/search/people?sort=-name";
    const those = (await idsOf(query)).slice(0, 2);
    const next = async (limit: number) => linkIn(await service.get(`${query}&limit=${limit}`)) ?? expect.fail();
    const newcomer = async (name: string) => (await staff.send("POST", "people", { name })).body.id;
    const [first, second] = [await newcomer(`龘 ${"a".repeat(50)} b`), await newcomer(`龘 ${"a".repeat(50)} a`)];
    const [afterFirst, afterBoth] = [await next(1), await next(2)];

    await staff.ask("DELETE", `people/${first}`);
    expect(await idsOf(afterFirst)).toEqual([second]);
    await staff.send("PUT", `people/${second}`, { name: "Aaa" });
    expect(await idsOf(afterBoth)).toEqual(those);
    await staff.ask("DELETE", `people/${second}`);
    expect(await idsOf(afterBoth)).toEqual(those);
  });
});

test("a walk goes on at another instance, and after a restart", async () => {
  const { settings: place, remove } = await createTestDatabase(fastestDatabase);
  // The embedded database has one instance, which starts again between the pages.
  const isShared = "DATABASE_URL" in place;
  const shared = { ...place, ...highLimits, NEXTAUTH_SECRET: "the same for all of them" };
  let first = await serveFrom(shared);
  const second = isShared ? await serveFrom(shared) : null;
  const staff = await staffClient(first);
  await staff.send("POST", "people", { name: "ZZZ Newcomer" });
  const whole = (await (await first.get("/api/search/people?sort=-name")).json()) as Person[];
  let asked = 0;

  const walked = await walk(async (path) => {
    asked += 1;
    if (second) return (asked % 2 === 0 ? second : first).get(path);
    await first.close();
    first = await serveFrom(shared);
    return first.get(path);
  }, "people?sort=-name&limit=100");

  expect(walked).toEqual(whole.map(({ id }) => id));
  await Promise.all([first.close(), second?.close()]);
  await remove();
}, 120_000);
