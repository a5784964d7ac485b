import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import type { Resource } from "../lib/records/resource.ts";
import { samples } from "./samples.ts";
import type { TestService } from "./service.ts";
import { staffClient } from "./staff-client.ts";

type PublicRecord = Record<string, unknown> & { id: string };

/**
 * The promises of contract §4 for every resource, tested over HTTP. @param running returns the service, once it runs.
 */
export function describeResource(resource: Resource, running: () => TestService): void {
  describe(resource.plural, () => {
    let service: TestService;
    let list: PublicRecord[];
    const path = `/api/${resource.path}`;

    beforeAll(async () => {
      service = running();
      const read = async () => (await (await service.get(path)).json()) as PublicRecord[];
      list = await read();
      // A resource without a file in the dataset has no records.
      if (list.length === 0) {
        const staff = await staffClient(service);
        for (const n of [1, 2]) await staff.send("POST", resource.path, samples[resource.path]?.(n));
        list = await read();
      }
    });

    test("every record of the list has all its fields and no others", () => {
      expect(list.length).toBeGreaterThan(1);
      expect(() => z.array(resource.entry).parse(list)).not.toThrow();
    });

    test("every record can be read by itself", async () => {
      for (const { id } of list.slice(0, 60)) {
        const response = await service.get(`${path}/${encodeURIComponent(id)}`);
        expect(response.status).toBe(200);
        expect(resource.record.parse(await response.json())).toMatchObject({ id });
      }
    });

    test.each(["nothing", "%20", "a%2Fb", "..%2F", "%00", "'; DROP TABLE shows --", "__proto__", "é".repeat(200)])(
      "an unknown id (%s) is 404 with the resource's own error",
      async (id) => {
        const response = await service.get(`${path}/${id}`);
        expect(response.status).toBe(404);
        expect(await response.json()).toEqual({ error: `${resource.singular} not found` });
      },
    );

    test("a trailing slash is the same path", async () => {
      const response = await service.get(`${path}/`, { redirect: "manual" });
      expect(response.status).toBe(200);
      expect(await response.json()).toEqual(list);
    });

    test("HEAD returns the headers of GET without a body", async () => {
      const [head, get] = await Promise.all([service.get(path, { method: "HEAD" }), service.get(path)]);
      expect(head.status).toBe(200);
      expect(await head.text()).toBe("");
      for (const name of ["content-type", "etag", "cache-control", "vary", "content-encoding", "content-length"]) {
        expect(head.headers.get(name), name).toBe(get.headers.get(name));
      }
    });

    test.each([
      ["the list", path, "GET, HEAD, POST, OPTIONS", ["PUT", "PATCH", "DELETE"]],
      ["a record", `${path}/nothing`, "GET, HEAD, PUT, DELETE, OPTIONS", ["POST", "PATCH"]],
    ])("OPTIONS and refused methods of %s list the allowed methods", async (_what, target, allow, refused) => {
      const options = await service.get(target, { method: "OPTIONS" });
      expect([options.status, options.headers.get("allow")]).toEqual([204, allow]);
      for (const method of refused) {
        const response = await service.get(target, { method });
        expect([method, response.status, response.headers.get("allow")]).toEqual([method, 405, allow]);
        expect(await response.json()).toEqual({ error: "Method not allowed" });
      }
    });

    test("a current ETag gives 304, for the list and for a record", async () => {
      for (const target of [path, `${path}/${list[0]?.id}`]) {
        const etag = (await service.get(target)).headers.get("etag") ?? "";
        const unchanged = await service.get(target, { headers: { "If-None-Match": `"other", W/${etag}` } });
        expect([unchanged.status, await unchanged.text(), unchanged.headers.get("etag")]).toEqual([304, "", etag]);
        const changed = await service.get(target, { headers: { "If-None-Match": '"other"' } });
        expect(changed.status).toBe(200);
      }
    });

    describe.each(resource.filters)("filtered by %s", (filter) => {
      const valueOf = (record: PublicRecord | undefined) => String(record?.[filter]);

      test("returns only matching records, in the order of the whole list", async () => {
        const value = valueOf(list.at(list.length >> 1));
        const answer = await (await service.get(`${path}?${filter}=${encodeURIComponent(value)}`)).json();
        expect(answer).toEqual(list.filter((record) => record[filter] === value));
      });

      test("matches any value when repeated", async () => {
        const values = [valueOf(list.at(0)), valueOf(list.at(-1)), "unknown"];
        const query = values.map((value) => `${filter}=${encodeURIComponent(value)}`).join("&");
        const answer = await (await service.get(`${path}?${query}&unknown=1`)).json();
        expect(answer).toEqual(list.filter((record) => values.includes(valueOf(record))));
      });

      test.each(["", "unknown", "%00", "null", "__proto__", "a".repeat(3000)])(
        "returns an empty list when nothing matches (%s)",
        async (value) => {
          const response = await service.get(`${path}?${filter}=${value}`);
          expect([response.status, await response.json()]).toEqual([200, []]);
        },
      );
    });

    test("unknown parameters are ignored", async () => {
      const answer = await (
        await service.get(`${path}?limit=1&_rsc=abc&offset=-1`, { headers: { RSC: "1", "Next-Url": "/" } })
      ).json();
      expect(answer).toEqual(list);
    });
  });
}
