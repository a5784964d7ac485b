import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { developer } from "@/test/developer";
import { fastestDatabase } from "@/test/databases";
import { useFixture } from "@/test/fixture";
import { useService } from "@/test/service";
import { useStaff } from "@/test/signed-in";
import { TheatreListings } from "./client.ts";
import { Copy, type StoredCopy } from "./copy.ts";
import { ApiError } from "./errors.ts";

const service = useService(fastestDatabase);
const staff = useStaff(service);
const made = useFixture(async () => (await developer(service)).makeKey());
const client = () => new TheatreListings({ origin: service.url, key: made.key });

describe("a read", () => {
  test("is typed, and says what is left of the day", async () => {
    const theatres = client();
    const show = await theatres.get("/shows/{id}", { id: "les-miserables" });

    expect(show).toMatchObject({ id: "les-miserables", name: "Les Misérables" });
    expect(theatres.quota).toMatchObject({ limit: 10_000, reset: expect.any(Number) });
  });

  test("that is repeated costs nothing while nothing has changed, and shows a change", async () => {
    const theatres = client();
    const { id } = (await staff.send("POST", "shows", { name: "Kept Show", type: "play" })).body;
    const first = await theatres.get("/shows/{id}", { id });
    const { remaining } = theatres.quota ?? {};

    expect(await theatres.get("/shows/{id}", { id })).toBe(first);
    expect(theatres.quota?.remaining).toBe(remaining);

    await staff.send("PUT", `shows/${id}`, { name: "Changed Show" });
    expect(await theatres.get("/shows/{id}", { id })).toMatchObject({ name: "Changed Show" });
  });

  test("takes lists as the API reads them", async () => {
    const shows = await client().get("/search/shows", { type: ["musical", "drama"], sort: ["-name"], limit: 3 });
    const runs = await client().get("/productions", { theatre_id: ["palace"] });

    expect(shows).toHaveLength(3);
    expect(runs.every(({ theatre_id }) => theatre_id === "palace")).toBe(true);
  });

  test("encodes what it puts into a path", async () => {
    await expect(client().get("/shows/{id}", { id: "../../keys?x=#" })).rejects.toMatchObject({
      status: 404,
      error: "Show not found",
    });
  });

  test("that is refused throws the error with its request id", async () => {
    const refusal = client().get("/on", { date: "tomorrow" });

    await expect(refusal).rejects.toBeInstanceOf(ApiError);
    await expect(refusal).rejects.toMatchObject({
      status: 400,
      error: "Invalid request",
      requestId: expect.stringMatching(/^[\w.-]{8,}$/),
      body: { issues: [{ path: "date" }] },
    });
  });

  test("of the types is text", async () => {
    expect(await client().get("/openapi.d.ts")).toContain("export interface Reads");
    const plain = await service.get("/api/openapi.d.ts");
    expect(plain.headers.get("content-type")).toBe("application/typescript; charset=utf-8");
    expect(await plain.text()).toBe(await client().get("/openapi.d.ts"));
  });
});

test("the pages of a search are all its entries, each once", async () => {
  const whole = await client().get("/search/people", { q: "a" });
  const ids: (string | undefined)[] = [];
  for await (const page of client().pages("/search/people", { q: "a", limit: 20 }))
    ids.push(...page.map(({ id }) => id));

  expect(whole.length).toBeGreaterThan(40);
  expect(ids).toEqual(whole.map(({ id }) => id));
});

describe("a copy", () => {
  test("has every record, follows changes and deletions, and goes on from what was stored", async () => {
    const copy = new Copy(client());
    await copy.sync();
    const shows = await client().get("/shows");

    expect([...copy.all("show")].map(({ id }) => id).toSorted()).toEqual(shows.map(({ id }) => id).toSorted());
    expect(copy.get("show", "les-miserables")).toMatchObject({ name: "Les Misérables", details: { aliases: [] } });

    const stored = JSON.parse(JSON.stringify(copy)) as StoredCopy;
    const later = new Copy(client(), stored);
    expect(await later.sync()).toBe(0);
    const { id } = (await staff.send("POST", "people", { name: "New Person" })).body;
    expect(await later.sync()).toBe(1);
    expect(later.get("person", id)).toMatchObject({ name: "New Person" });

    await staff.send("DELETE", `people/${id}`);
    expect(await later.sync()).toBe(1);
    expect(later.get("person", id)).toBeUndefined();
    expect(later.size).toBe(copy.size);
  });

  test("polls until it is told to stop", async () => {
    const copy = new Copy(client());
    await copy.sync();
    const stop = new AbortController();
    const changes = (async () => {
      for await (const items of copy.follow({ poll: 0.01, signal: stop.signal })) return items;
      return [];
    })();
    await staff.send("POST", "people", { name: "Late Person" });

    expect(await changes).toMatchObject([{ state: "updated", kind: "person" }]);
    stop.abort(new Error("enough"));
    await expect(copy.sync({ signal: stop.signal })).rejects.toThrow("enough");
  });

  test("is made anew when the service no longer knows what was deleted", async () => {
    const page = (next: string, items: object[]) => JSON.stringify({ next, items, license: "https://example.com" });
    const show = { state: "updated", kind: "show", id: "b", modified: 9, data: { id: "b" } };
    const { origin, asked } = await serve((request, response) => {
      const after = new URL(request.url ?? "", "http://localhost").searchParams.get("afterChangeNumber");
      if (after === "1") response.writeHead(410).end(JSON.stringify({ error: "Gone" }));
      else response.end(page("http://elsewhere.example/api/updates?afterChangeNumber=9", after === null ? [show] : []));
    });
    const records = { "show/a": { id: "a" } };
    const copy = new Copy(new TheatreListings({ origin }), {
      next: `${origin}/api/updates?afterChangeNumber=1`,
      records,
    });

    expect(await copy.sync()).toBe(1);
    expect([...copy.all("show")]).toEqual([{ id: "b" }]);
    // Also `next` of another origin is asked here, where the key may go.
    expect(asked.at(-1)).toBe("/api/updates?afterChangeNumber=9");
  });
});

describe("a busy service", () => {
  test.each([429, 503])("is asked again after %i when the time has come", async (status) => {
    const { origin, asked } = await serve((_request, response) => {
      if (asked.length > 1) response.end('{"status":"ok"}');
      else response.writeHead(status, { "Retry-After": "0" }).end("{}");
    });

    expect(await new TheatreListings({ origin }).get("/health")).toEqual({ status: "ok" });
    expect(asked).toHaveLength(2);
  });

  test.each([
    ["asks to wait longer than the bound is an error at once", 429, "3600", { maxWait: 10 }, 1, 3600],
    ["stays busy is asked a bounded number of times", 503, "0", { retries: 3 }, 4, 0],
  ])("that %s", async (_promise, status, wait, bounds, times, retryAfter) => {
    const { origin, asked } = await serve((_request, response) => {
      response.writeHead(status, { "Retry-After": wait }).end('{"error":"Busy"}');
    });

    const refusal = new TheatreListings({ origin, ...bounds }).get("/health");
    await expect(refusal).rejects.toMatchObject({ status, error: "Busy", retryAfter });
    expect(asked).toHaveLength(times);
  });

  test("whose refusal is no JSON is an error with its status", async () => {
    const { origin } = await serve((_request, response) => void response.writeHead(500).end("no JSON"));

    await expect(new TheatreListings({ origin }).get("/health")).rejects.toMatchObject({ status: 500 });
  });
});

/** A server that answers what no service would answer on demand. */
async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    answer(request, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}
