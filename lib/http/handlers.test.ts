import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { NodeNextRequest, NodeNextResponse } from "next/dist/server/base-http/node.js";
import { sendResponse } from "next/dist/server/send-response.js";
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { GET as catchAll, HEAD as catchAllHead } from "../../app/api/[[...path]]/route.ts";
import { GET as oneShow } from "../../app/api/shows/[id]/route.ts";
import { GET as shows } from "../../app/api/shows/route.ts";
import type { AddressSource } from "../core/client-address.ts";
import { processSingleton } from "../core/process-singleton.ts";
import { DatabaseNotMigratedError, DatabaseUnavailableError } from "../db/database.ts";
import type { Infrastructure } from "../infrastructure.ts";
import { endlessBody } from "../../test/endless-body.ts";
import { fastestDatabase } from "../../test/databases.ts";
import { startService, type TestService } from "../../test/service.ts";
import { signedIn } from "../../test/signed-in.ts";
import { quotaOf } from "../../test/quota-helpers.ts";
import { prepareRequestsForNext } from "./before-next.ts";

/** Where `lib/http/shared-infrastructure.ts` keeps the infrastructure of this process. */
const shared = processSingleton<{ opened?: Promise<Infrastructure> }>("infrastructure", () => ({}));
const origin = "https://listings.example";

describe("under Next's own server", () => {
  let service: TestService;
  beforeAll(async () => {
    const settings = { PUBLIC_DAILY_LIMIT: "20", NEXTAUTH_URL: origin };
    service = await startService(fastestDatabase, { settings });
    shared.opened = Promise.resolve(service.infrastructure);
  });
  afterAll(async () => {
    delete shared.opened;
    await service.close();
  });

  const ask = (path: string, init?: RequestInit) => shows(new Request(`${origin}/api${path}`, init));

  test("health is 200 in the log and the metrics once the database is open", async () => {
    const answer = await catchAll(new Request(`${origin}/api/health`));

    expect([answer.status, await answer.json()]).toEqual([200, { status: "ok" }]);
    const { values } = await service.infrastructure.requests.metrics[0].get();
    const labels = { route: "/api/health", method: "GET", status: "200", tier: "none" };
    expect(values).toContainEqual({ labels, value: 1 });
  });

  test("a read matches the service's own server, and all anonymous callers share one bucket", async () => {
    const [here, there] = [await ask("/shows", { headers: { "X-Forwarded-For": "10.0.0.1" } }), await ask("/shows")];
    const atTheDoor = await service.get("/api/shows", { headers: { "Accept-Encoding": "identity" } });

    expect([here.status, await here.text()]).toEqual([200, await atTheDoor.text()]);
    expect(here.headers.get("etag")).toBe(atTheDoor.headers.get("etag"));
    expect(quotaOf(here).remaining - quotaOf(there).remaining).toBe(1);
  });

  test.each<[source: AddressSource, honest: Record<string, string>]>([
    [{ from: "peer" }, {}],
    [{ from: "forwarded", hops: 1 }, {}],
    [{ from: "header", name: "x-client" }, { "x-client": "192.0.2.44" }],
  ])("under %o no forged header gives a caller another bucket", async (source, honest) => {
    const settings = { ...service.infrastructure.settings, CLIENT_ADDRESS: source };
    shared.opened = Promise.resolve({ ...service.infrastructure, settings });
    const forged = ["forwarded", "x-real-ip", "true-client-ip", "x-theatre-client-address", "fly-client-ip"];
    const remaining = async (address: string) => {
      const headers = Object.fromEntries(forged.map((name) => [name, address]));
      const chain = { "x-forwarded-for": `${address}, 192.0.2.33` };
      return quotaOf(await ask("/shows", { headers: { ...headers, ...chain, ...honest } })).remaining;
    };

    expect((await remaining("198.51.100.1")) - (await remaining("198.51.100.2"))).toBe(1);
    shared.opened = Promise.resolve(service.infrastructure);
  });

  test.each(["br", "gzip"])(
    "Next gets no orders from a client, and sends the %s body, length, tag and Vary of our own server",
    async (coding) => {
      prepareRequestsForNext();
      const orders: string[] = [];
      const server = createServer((nodeRequest, nodeResponse) => {
        orders.push(...Object.keys(nodeRequest.headers).filter((name) => name.startsWith("x-middleware-")));
        // As Next's router does.
        nodeResponse.setHeader("vary", "rsc");
        void ask("/shows", { headers: { "Accept-Encoding": coding } }).then((answer) =>
          sendResponse(new NodeNextRequest(nodeRequest), new NodeNextResponse(nodeResponse), answer),
        );
      }).listen(0, "127.0.0.1");
      onTestFinished(() => void server.close());
      await once(server, "listening");
      const { port } = server.address() as AddressInfo;
      const here = await fetch(`http://127.0.0.1:${port}/api/shows`, { headers: { "x-middleware-prefetch": "1" } });
      const own = await service.get("/api/shows", { headers: { "Accept-Encoding": coding } });

      expect(orders).toEqual([]);
      expect(here.headers.get("content-encoding")).toBe(coding);
      for (const name of ["content-encoding", "content-length", "content-type", "etag", "vary"])
        expect([name, here.headers.get(name)]).toEqual([name, own.headers.get(name)]);
      expect(await here.json()).toEqual(await own.json());
    },
  );

  test("without Node's HTTP server a body is not compressed, because Next would drop its Content-Encoding", async () => {
    const answer = await ask("/shows", { headers: { "Accept-Encoding": "br, gzip" } });

    expect(answer.headers.get("content-encoding")).toBeNull();
    expect(await answer.json()).toEqual(expect.arrayContaining([expect.objectContaining({ id: "hamilton" })]));
  });

  test("responses to HEAD and 304 responses have no body", async () => {
    const head = await ask("/shows", { method: "HEAD" });
    const unchanged = await ask("/shows", { headers: { "If-None-Match": head.headers.get("etag") ?? "" } });

    expect([head.status, await head.text()]).toEqual([200, ""]);
    expect([unchanged.status, await unchanged.text()]).toEqual([304, ""]);
  });

  test.each(["/shows?type=%E0%A4%A", "/shows/%zz"])("broken percent-encoding (%s) gets a 400", async (path) => {
    const answer = await ask(path);

    expect([answer.status, await answer.json()]).toEqual([400, { error: "Bad request" }]);
  });

  const headersOf = async () => ({
    cookie: await signedIn(service, "editor"),
    "content-type": "application/json",
    origin,
  });

  test("a write is stored", async () => {
    const body = JSON.stringify({ name: "A Night", type: "play" });
    const made = await ask("/shows", { method: "POST", headers: await headersOf(), body });

    expect(made.status).toBe(201);
    const location = made.headers.get("location") ?? "";
    const found = await oneShow(new Request(origin + location));
    expect([found.status, await found.json()]).toEqual([200, await made.json()]);
  });

  test("an endless body is refused at the limit, read no further, and cancelled", async () => {
    const body = endlessBody();
    const endless = await ask("/shows", {
      method: "POST",
      headers: await headersOf(),
      body: body.stream,
      duplex: "half",
    } as RequestInit);

    expect([endless.status, await endless.json()]).toMatchObject([413, { error: "Content too large" }]);
    await body.cancelled;
    // The bytes read, the piece that exceeds the limit, and the stream's own buffer.
    expect(body.taken()).toBeLessThan(70 * 1024);
  });

  test("a body whose Content-Length exceeds the limit is not read", async () => {
    const body = endlessBody();
    const announced = new Request(`${origin}/api/shows`, {
      method: "POST",
      headers: { ...(await headersOf()), "content-length": "65537" },
      body: body.stream,
      duplex: "half",
    } as RequestInit);

    expect((await shows(announced)).status).toBe(413);
    expect(announced.bodyUsed).toBe(false);
  });

  test("an interrupted body gets a 400", async () => {
    const body = new ReadableStream({ pull: (controller) => controller.error(new Error("The sender has gone.")) });
    const broken = await ask("/shows", {
      method: "POST",
      headers: await headersOf(),
      body,
      duplex: "half",
    } as RequestInit);

    expect([broken.status, await broken.json()]).toMatchObject([400, { error: "Bad request" }]);
  });
});

describe("while the database can't be opened, under Next's own server", () => {
  afterEach(() => delete shared.opened);
  const at = (path: string, method = "GET") => new Request(`${origin}/api${path}`, { method });

  test.each([
    ["is away", new DatabaseUnavailableError("It is away.")],
    ["is not prepared", new DatabaseNotMigratedError("it", 3)],
  ])("because it %s, health is 200 and readiness 503", async (_why, reason) => {
    shared.opened = Promise.reject(reason);

    const [alive, ready, other] = [
      await catchAll(at("/health")),
      await catchAll(at("/health/ready")),
      await shows(at("/shows")),
    ];

    expect([alive.status, await alive.json()]).toEqual([200, { status: "ok" }]);
    expect(alive.headers.get("x-request-id")).not.toBeNull();
    expect(alive.headers.get("x-ratelimit-limit")).toBeNull();
    expect([ready.status, other.status]).toEqual([503, 503]);
  });

  test("health does not wait for a database that says nothing", async () => {
    shared.opened = new Promise(() => undefined);

    const [alive, head] = [await catchAll(at("/health")), await catchAllHead(at("/health", "HEAD"))];

    expect([alive.status, head.status, await head.text()]).toEqual([200, 200, ""]);
  });

  test("a broken request to health is 400 or 405 as soon as the database is open, and no 200 before", async () => {
    shared.opened = Promise.reject(new DatabaseUnavailableError("It is away."));

    expect((await catchAll(at("/health?x=%E0%A4%A"))).status).toBe(503);
    expect((await catchAll(at("/health", "DELETE"))).status).toBe(503);
  });
});
