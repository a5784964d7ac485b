import { check, section, staffCheck } from "../check.ts";
import { type ConformanceResponse, get, header } from "../client.ts";
import { made } from "../created-records.ts";
import { expectBody, expectError, expectSame, expectStatus, expectThat, isObject, NotCheckable } from "../expect.ts";
import { lists } from "../lists.ts";
import { contractResources } from "../records.ts";

/** With 500 records a page. */
const maxPages = 40;

const kinds: Record<string, string> = {
  shows: "show",
  theatres: "theatre",
  people: "person",
  roles: "role",
  productions: "production",
  "cast-members": "cast-member",
};

/** Contract §16: the updates. */
section("§16 Updates", () => {
  check("GET /updates: an empty page is its own next one, and polling it is a 304; unknown kinds are 400", async () => {
    const path = "/api/updates?afterChangeNumber=999999999999&kind=theatre,show";
    const response = await get(path);
    const page = expectPage(response);
    expectSame("items", page.items, []);
    expectSame("next", pathOf(page.next), path);
    expectStatus(await get(path, { "If-None-Match": header(response, "etag") ?? "" }), 304);
    expectError(await get("/api/updates?kind=opera"), 400, "Invalid request");
  });

  staffCheck(
    "GET /updates from the beginning: every record of the lists once, in the order of its last change",
    async () => {
      const copy = await readCopy();
      for (const { path } of contractResources) {
        const own = [...copy].filter(([name]) => name.startsWith(`${kinds[path]}/`));
        const listed = lists.records(path);
        expectSame(
          `ids of ${path}`,
          own.map(([name]) => name).toSorted(),
          listed.map(({ id }) => `${kinds[path]}/${id}`).toSorted(),
        );
        for (const entry of listed) {
          const { details, ...record } = copy.get(`${kinds[path]}/${entry.id}`) ?? {};
          const known = Object.fromEntries(Object.keys(record).map((field) => [field, entry[field]]));
          expectSame(`${path}/${entry.id}`, record, known);
          expectThat("details", isObject(details), details, "an object");
        }
      }
    },
  );
});

interface Page {
  next: string;
  items: Record<string, unknown>[];
}

async function readCopy(): Promise<Map<string, Record<string, unknown>>> {
  const copy = new Map<string, Record<string, unknown>>();
  let next = "updates";
  let last = 0;
  for (let pages = 0; pages < maxPages; pages += 1) {
    const page = expectPage(await made.write("GET", next));
    if (page.items.length === 0) return copy;
    for (const { state, kind, id, modified, data } of page.items) {
      const number = Number(modified);
      expectThat("modified", number > last, modified, `a number above ${last}`);
      last = number;
      const name = `${String(kind)}/${String(id)}`;
      if (state === "deleted") copy.delete(name);
      else copy.set(name, isObject(data) ? data : {});
    }
    next = pathOf(page.next).replace("/api/", "");
  }
  throw new NotCheckable(`there are more than ${maxPages} pages of updates`);
}

function expectPage(response: ConformanceResponse): Page {
  const page = expectBody(response, 200);
  const items = isObject(page) ? page["items"] : null;
  expectThat("items", Array.isArray(items) && items.every(isObject), items, "a list of objects");
  expectThat("next", isObject(page) && URL.canParse(String(page["next"])), page, "an absolute address");
  return page as Page;
}

function pathOf(address: string): string {
  const { pathname, search } = new URL(address);
  return pathname + search;
}
