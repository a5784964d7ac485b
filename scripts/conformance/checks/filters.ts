import { section, type CheckContext } from "../check.ts";
import { requestName } from "../client.ts";
import { expectBody, expectSame } from "../expect.ts";
import { contractNouns, type PublicRecord } from "../records.ts";

const filtered = contractNouns.flatMap(({ path, filters }) => filters.map((field) => ({ path, field })));

/** Contract §4: filters. */
export const filters = section("§4 Filters", [
  ...filtered.map(({ path, field }) => ({
    name: `GET /${path}?${field}=: only the matching records, in the order of the whole list`,
    cost: { caller: 1 },
    run: async (world: CheckContext) => {
      const [entry] = world.lists.records(path, 1) as [PublicRecord];
      await expectOnly(world, path, [[field, String(entry[field])]]);
    },
  })),
  ...["productions", "cast-members"].map((path) => ({
    name: `GET /${path}: filters combine with AND`,
    cost: { caller: 1 },
    run: async (world: CheckContext) => {
      const fields = filtered.flatMap((one) => (one.path === path ? [one.field] : []));
      const entry = tellingOf(world.lists.records(path, 1), fields);
      await expectOnly(
        world,
        path,
        fields.map((field) => [field, String(entry[field])]),
      );
    },
  })),
  {
    name: "A filter given several times matches any of its values",
    cost: { caller: 1 },
    run: async (world) => {
      const entries = world.lists.records("productions", 2);
      const values = [entries.at(0), entries.at(-1)].map((entry) => String(entry?.["theatre_id"]));
      await expectOnly(
        world,
        "productions",
        [...values, "unknown"].map((value) => ["theatre_id", value]),
      );
    },
  },
  {
    name: "A filter value that matches nothing, known or not, empty or not: 200 []",
    cost: { caller: 2 },
    run: async ({ client }) => {
      for (const query of ["person_id=no-record-has-this-id", "production_id="]) {
        const answer = await client.get(`/api/cast-members?${query}`);
        expectSame(requestName(answer), expectBody(answer, 200), []);
      }
    },
  },
  {
    name: "Unknown query parameters are ignored",
    cost: { caller: 1 },
    run: async ({ client, lists }) => {
      const answer = await client.get("/api/theatres?limit=1&offset=-1&page=%5B%5D");
      expectSame(requestName(answer), expectBody(answer, 200), lists.records("theatres"));
    },
  },
]);

/** A record that shares each field's value with other records, if there is one. */
function tellingOf(entries: readonly PublicRecord[], fields: readonly string[]): PublicRecord {
  const alike = (entry: PublicRecord, field: string) => entries.filter((one) => one[field] === entry[field]).length;
  const both = (entry: PublicRecord) =>
    entries.filter((one) => fields.every((field) => one[field] === entry[field])).length;
  const telling = entries.find((entry) => fields.every((field) => alike(entry, field) > both(entry)));
  return telling ?? (entries[0] as PublicRecord);
}

/** Values of one field are alternatives; different fields must all match. */
async function expectOnly({ client, lists }: CheckContext, path: string, wanted: [string, string][]): Promise<void> {
  const query = wanted.map(([field, value]) => `${field}=${encodeURIComponent(value)}`).join("&");
  const answer = await client.get(`/api/${path}?${query}`);
  const fields = [...new Set(wanted.map(([field]) => field))];
  const fitting = lists
    .records(path)
    .filter((entry) =>
      fields.every((field) => wanted.some(([name, value]) => name === field && value === entry[field])),
    );
  expectSame(requestName(answer), expectBody(answer, 200), fitting);
}
