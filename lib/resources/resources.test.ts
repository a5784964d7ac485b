import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import type { Resource } from "../records/resource.ts";
import { resources } from "./resources.ts";
import { databaseKinds } from "../../test/databases.ts";
import { samples, validValues } from "../../test/samples.ts";
import { useService, type TestService } from "../../test/service.ts";
import { signedIn, staffClient } from "../../test/signed-in.ts";

type PublicRecord = Record<string, unknown> & { id: string };

describe.each(databaseKinds)("each of the six (%s)", (databaseKind) => {
  const service = useService(databaseKind, { isOwn: true });

  for (const resource of resources) describeWrites(resource, () => service);

  describe.each(resources.map((resource) => [resource.plural, resource] as const))(
    "reading %s",
    (_plural, resource) => {
      let list: PublicRecord[];
      const path = `/api/${resource.path}`;

      beforeAll(async () => {
        const read = async () => (await (await service.get(path)).json()) as PublicRecord[];
        list = await read();
        // A resource without a file in the dataset has no records.
        if (list.length === 0) {
          const staff = await staffClient(service);
          for (const n of [101, 102]) await staff.send("POST", resource.path, samples[resource.path]?.(n));
          list = await read();
        }
      });

      test("every record of the list has all its fields and no others", () => {
        expect(list.length).toBeGreaterThan(1);
        expect(() => z.array(resource.entry).parse(list)).not.toThrow();
      });

      test("every record can be read by itself, and another is 404 with the resource's own error", async () => {
        const unknown = await service.get(`${path}/nothing`);
        expect([unknown.status, await unknown.json()]).toEqual([404, { error: `${resource.singular} not found` }]);
        for (const { id } of list.slice(0, 20)) {
          const response = await service.get(`${path}/${encodeURIComponent(id)}`);
          expect(response.status).toBe(200);
          expect(resource.record.parse(await response.json())).toMatchObject({ id });
        }
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
    },
  );

  test.each(["%20", "a%2Fb", "..%2F", "%00", "'; DROP TABLE shows --", "__proto__", "é".repeat(200)])(
    "an unknown id (%s) is 404",
    async (id) => {
      const response = await service.get(`/api/shows/${id}`);
      expect([response.status, await response.json()]).toEqual([404, { error: "Show not found" }]);
    },
  );

  test("a trailing slash is the same path, and unknown parameters are ignored", async () => {
    const list = await (await service.get("/api/shows")).json();
    for (const target of ["/api/shows/", "/api/shows?limit=1&_rsc=abc&offset=-1"]) {
      const response = await service.get(target, { redirect: "manual", headers: { RSC: "1", "Next-Url": "/" } });
      expect([response.status, await response.json()]).toEqual([200, list]);
    }
  });

  test("HEAD returns the headers of GET without a body", async () => {
    const [head, get] = [await service.get("/api/shows", { method: "HEAD" }), await service.get("/api/shows")];
    expect([head.status, await head.text()]).toEqual([200, ""]);
    for (const name of ["content-type", "etag", "cache-control", "vary", "content-encoding", "content-length"])
      expect(head.headers.get(name), name).toBe(get.headers.get(name));
  });

  test.each([
    ["/api/shows", "GET, HEAD, POST, OPTIONS", ["PUT", "PATCH", "DELETE"]],
    ["/api/shows/nothing", "GET, HEAD, PUT, DELETE, OPTIONS", ["POST", "PATCH"]],
  ])("OPTIONS and refused methods of %s list the allowed methods", async (target, allow, refused) => {
    const options = await service.get(target, { method: "OPTIONS" });
    expect([options.status, options.headers.get("allow")]).toEqual([204, allow]);
    for (const method of refused) {
      const response = await service.get(target, { method });
      expect([method, response.status, response.headers.get("allow")]).toEqual([method, 405, allow]);
      expect(await response.json()).toEqual({ error: "Method not allowed" });
    }
  });
});

/**
 * The promises of contract §5 for every resource, tested over HTTP; those of each field are in `changes.test.ts`. Created
 * records are removed. @param running returns the service, once it runs.
 */
function describeWrites(resource: Resource, running: () => TestService): void {
  describe(`writing ${resource.plural.toLowerCase()}`, () => {
    const path = `/api/${resource.path}`;
    let service: TestService;
    let cookie: string;
    let n = 0;

    beforeAll(async () => {
      service = running();
      cookie = await signedIn(service, "editor");
    });

    const send = (method: string, target: string, body?: unknown, headers: Record<string, string> = {}) =>
      service.get(target, {
        method,
        headers: { cookie, "content-type": "application/json", ...headers },
        ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
      });
    const sample = () => samples[resource.path]?.((n += 1)) ?? expect.fail();
    const create = async () => (await (await send("POST", path, sample())).json()) as PublicRecord;
    const drop = (record: PublicRecord) => send("DELETE", `${path}/${record.id}`);
    const listed = async () => (await (await service.get(path)).json()) as PublicRecord[];
    const lastEntry = async () => {
      const response = await send("GET", `/api/activity?resource=${resource.path}&limit=1`);
      return ((await response.json()) as [Record<string, unknown>])[0];
    };

    test("POST returns 201 with the new record, as a single read does, and its Location", async () => {
      const response = await send("POST", path, sample());
      const record = resource.record.parse(await response.json()) as PublicRecord;
      expect([response.status, response.headers.get("location")]).toEqual([201, `${path}/${record.id}`]);
      const read = await service.get(`${path}/${record.id}`);
      expect(await read.json()).toEqual(record);
      expect(read.headers.get("etag")).toBe(response.headers.get("etag"));
      expect((await listed()).some(({ id }) => id === record.id)).toBe(true);
      expect(await lastEntry()).toMatchObject({ action: "create", record_id: record.id, before: null, after: record });
      await drop(record);
    });

    test("PUT of a list entry, with its id and embedded records, changes nothing; another id is 400", async () => {
      const record = await create();
      const entry = (await listed()).find(({ id }) => id === record.id);
      const response = await send("PUT", `${path}/${record.id}`, entry);
      expect([response.status, await response.json()]).toEqual([200, record]);
      const { issues } = (await (await send("PUT", `${path}/${record.id}`, { id: "another" })).json()) as {
        issues: object[];
      };
      expect(issues).toMatchObject([{ path: "id" }]);
      await drop(record);
    });

    test("PUT of one field leaves the others, and null clears an optional one", async () => {
      const record = await create();
      for (const [field, values] of Object.entries(validValues[resource.path] ?? expect.fail())) {
        for (const value of values) {
          const before = (await (await service.get(`${path}/${record.id}`)).json()) as PublicRecord;
          const response = await send("PUT", `${path}/${record.id}`, { [field]: value });
          const after = (await response.json()) as PublicRecord;
          expect([response.status, field, value]).toEqual([200, field, value]);
          expect({ ...after, [field]: null }).toEqual({ ...before, [field]: null });
          expect(() => resource.record.parse(after)).not.toThrow();
        }
      }
      await drop(record);
    });

    test("a missing required field is reported", async () => {
      const { issues } = (await (await send("POST", path, {})).json()) as { issues: { path: string }[] };
      const shape = resource.record.shape as Record<string, z.ZodType>;
      const required = Object.keys(sample()).filter((field) => !shape[field]?.safeParse(null).success);
      expect(issues.map((issue) => issue.path).sort()).toEqual(required.sort());
    });

    test("an outdated If-Match is 412, and nothing changes", async () => {
      const record = await create();
      const target = `${path}/${record.id}`;
      const etag = (await service.get(target)).headers.get("etag") ?? expect.fail();
      for (const held of [`"other", ${etag}`, `W/${etag}`, etag.replace(/"$/, '-gzip"')])
        expect((await send("PUT", target, {}, { "if-match": held })).status).toBe(200);
      for (const method of ["PUT", "DELETE"]) {
        const response = await send(method, target, method === "PUT" ? {} : undefined, { "if-match": '"other"' });
        expect([response.status, await response.json()]).toMatchObject([412, { error: "Precondition failed" }]);
      }
      expect((await send("DELETE", target, undefined, { "if-match": etag })).status).toBe(200);
    });

    test("DELETE gives the record as it was; then it is 404; undone, it is back with its id", async () => {
      const record = await create();
      const response = await drop(record);
      expect([response.status, await response.json()]).toEqual([200, record]);
      expect((await service.get(`${path}/${record.id}`)).status).toBe(404);
      const entry = await lastEntry();
      expect(entry).toMatchObject({ action: "delete", before: record, after: null });
      const reverted = await send("POST", `/api/activity/${String(entry?.["id"])}/revert`);
      expect([reverted.status, await reverted.json()]).toEqual([200, record]);
      expect(await (await service.get(`${path}/${record.id}`)).json()).toEqual(record);
      const again = await send("POST", `/api/activity/${String(entry?.["id"])}/revert`);
      expect([again.status, await again.json()]).toMatchObject([409, { error: "Conflict" }]);
      await drop(record);
    });
  });
}
