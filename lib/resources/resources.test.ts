import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import type { Resource } from "../records/resource.ts";
import { resources } from "./resources.ts";
import { databaseKinds } from "../../test/databases.ts";
import { samples, validValues } from "../../test/samples.ts";
import { useService, type TestService } from "../../test/service.ts";
import { useStaff } from "../../test/signed-in.ts";

type PublicRecord = Record<string, unknown> & { id: string };

describe.each(databaseKinds)("each of the six (%s)", (databaseKind) => {
  const service = useService(databaseKind, { isOwn: true });
  const staff = useStaff(service);

  for (const resource of resources) describeWrites(resource, service);

  describe.each(resources.filter(({ filters }) => filters.length > 0))("reading $path", (resource) => {
    let list: PublicRecord[];
    const path = `/api/${resource.path}`;

    beforeAll(async () => {
      // A resource without a file in the dataset has no records.
      for (const n of [101, 102]) await staff.send("POST", resource.path, samples[resource.path]?.(n));
      list = (await (await service.get(path)).json()) as PublicRecord[];
    });

    describe.each(resource.filters)("filtered by %s", (filter) => {
      const valueOf = (record: PublicRecord | undefined) => String(record?.[filter]);

      test("returns only matching records, in the order of the whole list", async () => {
        const value = valueOf(list.at(list.length >> 1));
        const answer = await (await service.get(`${path}?${filter}=${encodeURIComponent(value)}`)).json();
        expect(answer).toEqual(list.filter((record) => record[filter] === value));
      });

      test.skipIf(!resource.isLenient)("matches any value when repeated", async () => {
        const values = [valueOf(list.at(0)), valueOf(list.at(-1)), "unknown"];
        const query = values.map((value) => `${filter}=${encodeURIComponent(value)}`).join("&");
        const answer = await (await service.get(`${path}?${query}&unknown=1`)).json();
        expect(answer).toEqual(list.filter((record) => values.includes(valueOf(record))));
      });

      test.skipIf(resource.isLenient)("is refused when repeated, and beside an unknown parameter", async () => {
        const value = encodeURIComponent(valueOf(list.at(0)));
        const response = await service.get(`${path}?${filter}=${value}&${filter}=${value}&unknown=1`);
        expect([response.status, await response.json()]).toMatchObject([
          400,
          { issues: [{ path: filter }, { path: "unknown" }] },
        ]);
      });

      const isChoice = resource.record.shape[filter] instanceof z.ZodEnum;
      test.skipIf(isChoice).each(["", "unknown", "%00", "__proto__", "a".repeat(3000)])(
        "returns an empty list when nothing matches (%s)",
        async (value) => {
          const response = await service.get(`${path}?${filter}=${value}`);
          expect([response.status, await response.json()]).toEqual([200, []]);
        },
      );
    });
  });
});

/**
 * The promises of contract §5 for every resource, tested over HTTP; those of each field are in `changes.test.ts`. Created
 * records are removed.
 */
function describeWrites(resource: Resource, service: TestService): void {
  describe(`writing ${resource.plural.toLowerCase()}`, () => {
    const { path } = resource;
    const staff = useStaff(service);
    let n = 0;

    const sample = () => samples[path]?.((n += 1)) ?? expect.fail();
    const create = async () => (await staff.send("POST", path, sample())).body;
    const read = async (id: string) => (await staff.send("GET", `${path}/${id}`)).body;
    const listed = async () => (await staff.send("GET", path)).body as unknown as PublicRecord[];
    const lastEntry = async () => {
      const { body } = await staff.send("GET", `activity?resource=${path}&limit=1`);
      return (body as unknown as [PublicRecord])[0];
    };

    test("POST returns 201 with the new record, as a single read does, and its Location", async () => {
      const response = await staff.ask("POST", path, sample());
      const record = (await response.json()) as PublicRecord;
      expect([response.status, response.headers.get("location")]).toEqual([201, `/api/${path}/${record.id}`]);
      const { body, etag } = await staff.send("GET", `${path}/${record.id}`);
      expect([body, etag]).toEqual([record, response.headers.get("etag")]);
      expect((await listed()).some(({ id }) => id === record.id)).toBe(true);
      expect(await lastEntry()).toMatchObject({ action: "create", record_id: record.id, before: null, after: record });
      await staff.send("DELETE", `${path}/${record.id}`);
    });

    test("PUT of a list entry, with its id and embedded records, changes nothing; another id is 400", async () => {
      const record = await create();
      const entry = (await listed()).find(({ id }) => id === record.id);
      const place = `${path}/${record.id}`;
      expect(await staff.send("PUT", place, entry)).toMatchObject({ status: 200, body: record });
      expect((await staff.send("PUT", place, { id: "another" })).body["issues"]).toMatchObject([{ path: "id" }]);
      await staff.send("DELETE", place);
    });

    test("PUT of one field leaves the others, and null clears an optional one", async () => {
      const { id } = await create();
      for (const [field, values] of Object.entries(validValues[path] ?? expect.fail())) {
        for (const value of values) {
          const before = await read(id);
          const { status, body } = await staff.send("PUT", `${path}/${id}`, { [field]: value });
          expect([status, field, value]).toEqual([200, field, value]);
          expect({ ...body, [field]: null }).toEqual({ ...before, [field]: null });
        }
      }
      await staff.send("DELETE", `${path}/${id}`);
    });

    test("a missing required field is reported", async () => {
      const { issues } = (await staff.send("POST", path, {})).body as unknown as { issues: { path: string }[] };
      const shape = resource.record.shape as Record<string, z.ZodType>;
      const required = Object.keys(sample()).filter((field) => !shape[field]?.safeParse(null).success);
      expect(issues.map((issue) => issue.path).sort()).toEqual(required.sort());
    });

    test("an outdated If-Match is 412, and nothing changes", async () => {
      const target = `${path}/${(await create()).id}`;
      const { etag } = await staff.send("GET", target);
      for (const held of [`"other", ${etag}`, `W/${etag}`, etag.replace(/"$/, '-gzip"')])
        expect((await staff.send("PUT", target, {}, { "if-match": held })).status).toBe(200);
      for (const method of ["PUT", "DELETE"]) {
        const refused = await staff.send(method, target, method === "PUT" ? {} : undefined, { "if-match": '"other"' });
        expect(refused).toMatchObject({ status: 412, body: { error: "Precondition failed" } });
      }
      expect((await staff.send("DELETE", target, undefined, { "if-match": etag })).status).toBe(200);
    });

    test("DELETE gives the record as it was; then it is 404; undone, it is back with its id", async () => {
      const record = await create();
      const place = `${path}/${record.id}`;
      const deleted = await staff.send("DELETE", place);
      expect([deleted.status, deleted.body]).toEqual([200, record]);
      expect((await staff.send("GET", place)).status).toBe(404);
      const entry = await lastEntry();
      expect(entry).toMatchObject({ action: "delete", before: record, after: null });
      const revert = () => staff.send("POST", `activity/${entry.id}/revert`);
      const reverted = await revert();
      expect([reverted.status, reverted.body]).toEqual([200, record]);
      expect(await read(record.id)).toEqual(record);
      expect(await revert()).toMatchObject({ status: 409, body: { error: "Conflict" } });
      await staff.send("DELETE", place);
    });
  });
}
