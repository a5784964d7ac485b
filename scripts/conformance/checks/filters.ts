import { check, section } from "../check.ts";
import { get, requestName } from "../client.ts";
import { expectBody, expectSame } from "../expect.ts";
import { lists } from "../lists.ts";
import { contractResources, type PublicRecord } from "../records.ts";

const filtered = contractResources.flatMap(({ path, filters }) => filters.map((field) => ({ path, field })));

/** Contract §4: filters. */
section("§4 Filters", () => {
  for (const { path, field } of filtered)
    check(`GET /${path}?${field}=: only the matching records, in the order of the whole list`, async () => {
      const [entry] = lists.records(path, 1) as [PublicRecord];
      await expectOnly(path, [[field, String(entry[field])]]);
    });

  for (const path of ["productions", "cast-members"])
    check(`GET /${path}: filters combine with AND`, async () => {
      const fields = filtered.flatMap((one) => (one.path === path ? [one.field] : []));
      const entry = tellingOf(lists.records(path, 1), fields);
      await expectOnly(
        path,
        fields.map((field) => [field, String(entry[field])]),
      );
    });

  check("A filter given several times matches any of its values", async () => {
    const entries = lists.records("productions", 2);
    const values = [entries.at(0), entries.at(-1)].map((entry) => String(entry?.["theatre_id"]));
    await expectOnly(
      "productions",
      [...values, "unknown"].map((value) => ["theatre_id", value]),
    );
  });

  check("A filter value that matches nothing, known or not, empty or not: 200 []", async () => {
    for (const query of ["person_id=no-record-has-this-id", "production_id="]) {
      const response = await get(`/api/cast-members?${query}`);
      expectSame(requestName(response), expectBody(response, 200), []);
    }
  });

  check("Unknown query parameters are ignored", async () => {
    const response = await get("/api/theatres?limit=1&offset=-1&page=%5B%5D");
    expectSame(requestName(response), expectBody(response, 200), lists.records("theatres"));
  });
});

/** A record that shares each field's value with other records, if there is one. */
function tellingOf(entries: readonly PublicRecord[], fields: readonly string[]): PublicRecord {
  const alike = (entry: PublicRecord, field: string) => entries.filter((one) => one[field] === entry[field]).length;
  const both = (entry: PublicRecord) =>
    entries.filter((one) => fields.every((field) => one[field] === entry[field])).length;
  const telling = entries.find((entry) => fields.every((field) => alike(entry, field) > both(entry)));
  return telling ?? (entries[0] as PublicRecord);
}

/** Values of one field are alternatives; different fields must all match. */
async function expectOnly(path: string, wanted: [string, string][]): Promise<void> {
  const query = wanted.map(([field, value]) => `${field}=${encodeURIComponent(value)}`).join("&");
  const response = await get(`/api/${path}?${query}`);
  const fields = [...new Set(wanted.map(([field]) => field))];
  const fitting = lists
    .records(path)
    .filter((entry) =>
      fields.every((field) => wanted.some(([name, value]) => name === field && value === entry[field])),
    );
  expectSame(requestName(response), expectBody(response, 200), fitting);
}
