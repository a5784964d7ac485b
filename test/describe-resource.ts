import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import type { Resource } from "../lib/records/resource.ts";
import { samples } from "./samples.ts";
import type { TestService } from "./service.ts";
import { staffClient } from "./staff-client.ts";

type PublicRecord = Record<string, unknown> & { id: string };

/**
 * The promises of contract §4 for every resource, tested over HTTP; those of every path are in `resources.test.ts`.
 * @param running returns the service, once it runs.
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
  });
}
