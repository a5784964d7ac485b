import { beforeAll, describe, expect, test } from "vitest";
import type { z } from "zod";
import type { Resource } from "../lib/records/resource.ts";
import { validValues, samples } from "./samples.ts";
import type { TestService } from "./service.ts";
import { signedIn } from "./signed-in.ts";
import type { StaffClient } from "./staff-client.ts";
import type { FaultRecorder } from "./fault-recorder.ts";

type PublicRecord = Record<string, unknown> & { id: string };

/**
 * The promises of contract §5 for every resource, tested over HTTP; those of each field are in `changes.test.ts`. Created
 * records are removed. @param running returns the service, once it runs.
 */
export function describeWrites(resource: Resource, running: () => TestService): void {
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
      const [entry] = await listed();
      const before = await (await service.get(`${path}/${entry?.id}`)).json();
      const response = await send("PUT", `${path}/${entry?.id}`, entry);
      expect([response.status, await response.json()]).toEqual([200, before]);
      const { issues } = (await (await send("PUT", `${path}/${entry?.id}`, { id: "another" })).json()) as {
        issues: object[];
      };
      expect(issues).toMatchObject([{ path: "id" }]);
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

/** Concurrent writers that continue regardless of the responses. */
export interface Writers {
  /** The names of the shows whose creation returned 201, in the order of the responses. */
  readonly acknowledged: readonly string[];
  /** The status of the other requests; null for an incomplete response. */
  readonly refused: readonly (number | null)[];
  /** Waits for the requests in progress. */
  stop(): Promise<void>;
  /** The acknowledged shows that are missing from the list. */
  missing(reader?: StaffClient): Promise<string[]>;
}

/** @param mark distinguishes the shows of these writers. */
export function startWriters(staff: StaffClient, count: number, seen: FaultRecorder, mark = "writer"): Writers {
  const acknowledged: string[] = [];
  const refused: (number | null)[] = [];
  let isStopped = false;

  async function write(name: string): Promise<void> {
    const status = await statusOf(() => seen.see(() => staff.ask("POST", "shows", { name, type: "play" })));
    if (status === 201) acknowledged.push(name);
    else refused.push(status);
  }
  const writing = Array.from({ length: count }, async (_, writer) => {
    for (let number = 0; !isStopped; number += 1) {
      await write(`Written by ${mark} ${writer}: ${number}`);
      // An immediate refusal would otherwise be repeated a thousand times a second.
      if (refused.length > 0) await new Promise((resolve) => setTimeout(resolve, 20));
    }
  });

  return {
    acknowledged,
    refused,
    stop: async () => {
      isStopped = true;
      await Promise.all(writing);
    },
    missing: async (reader = staff) => {
      const shows = (await (await reader.ask("GET", "shows")).json()) as { name: string }[];
      const names = new Set(shows.map((show) => show.name));
      return acknowledged.filter((name) => !names.has(name));
    },
  };
}

/** Resolves with the complete response. */
async function statusOf(send: () => Promise<Response>): Promise<number | null> {
  try {
    const response = await send();
    await response.arrayBuffer();
    return response.status;
  } catch {
    return null;
  }
}
