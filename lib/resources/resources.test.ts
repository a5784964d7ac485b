import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { resources } from "./resources.ts";
import { describeWrites } from "../../test/describe-writes.ts";
import { databaseKinds } from "../../test/databases.ts";
import { samples } from "../../test/samples.ts";
import { useService } from "../../test/service.ts";
import { staffClient } from "../../test/staff-client.ts";

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
