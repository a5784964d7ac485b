import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { NodeNextRequest, NodeNextResponse } from "next/dist/server/base-http/node.js";
import { sendResponse } from "next/dist/server/send-response.js";
import { afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import type { AddressSource } from "../core/client-address.ts";
import { processSingleton } from "../core/process-singleton.ts";
import { DatabaseNotMigratedError, DatabaseUnavailableError } from "../db/database.ts";
import type { Infrastructure } from "../infrastructure.ts";
import { routes } from "../routes.ts";
import { endlessBody } from "../../test/raw-http.ts";
import { fastestDatabase } from "../../test/databases.ts";
import { quotaOf } from "../../test/quota-helpers.ts";
import { useService } from "../../test/service.ts";
import { signedIn } from "../../test/signed-in.ts";
import { prepareRequestsForNext } from "./before-next.ts";
import { nextCatchAll } from "./handlers.ts";

/** Where `lib/http/shared-infrastructure.ts` keeps the infrastructure of this process. */
const shared = processSingleton<{ opened?: Promise<Infrastructure> }>("infrastructure", () => ({}));
const origin = "http://localhost:3000";
afterEach(() => delete shared.opened);

const next = nextCatchAll(routes);

function ask(path: string, init?: RequestInit): Promise<Response> {
  return next.GET(new Request(`${origin}/api${path}`, init));
}

describe("under Next's own server", () => {
  const service = useService(fastestDatabase);
  const useInfrastructure = (more: Partial<Infrastructure> = {}) =>
    (shared.opened = Promise.resolve({ ...service.infrastructure, ...more }));
  let editor: string;
  beforeAll(async () => {
    editor = await signedIn(service, "editor");
  });
  beforeEach(() => void useInfrastructure());

  test.each<[source: AddressSource, honest: Record<string, string>]>([
    [{ from: "peer" }, {}],
    [{ from: "forwarded", hops: 1 }, {}],
    [{ from: "header", name: "x-client" }, { "x-client": "192.0.2.44" }],
  ])("under %o no forged header gives a caller another bucket", async (source, honest) => {
    void useInfrastructure({ settings: { ...service.infrastructure.settings, CLIENT_ADDRESS: source } });
    const forged = ["forwarded", "x-real-ip", "true-client-ip", "x-theatre-client-address", "fly-client-ip"];
    const remaining = async (address: string) => {
      const headers = Object.fromEntries(forged.map((name) => [name, address]));
      const chain = { "x-forwarded-for": `${address}, 192.0.2.33` };
      return quotaOf(await ask("/shows", { headers: { ...headers, ...chain, ...honest } })).remaining;
    };

    expect((await remaining("198.51.100.1")) - (await remaining("198.51.100.2"))).toBe(1);
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

      expect([orders, here.headers.get("content-encoding")]).toEqual([[], coding]);
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

  const post = (body: BodyInit, more: Record<string, string> = {}) => {
    const headers = { cookie: editor, "content-type": "application/json", host: "localhost:3000", origin, ...more };
    return ask("/shows", { method: "POST", headers, body, duplex: "half" } as RequestInit);
  };

  test("a write is stored", async () => {
    const made = await post(JSON.stringify({ name: "A Night", type: "play" }));
    const location = made.headers.get("location") ?? expect.fail("It has no Location.");

    const found = await service.get(location);
    expect([made.status, found.status, await found.json()]).toEqual([201, 200, await made.json()]);
  });

  test("an endless body is refused at the limit, read no further, and cancelled", async () => {
    const body = endlessBody();
    const endless = await post(body.stream);

    expect([endless.status, await endless.json()]).toMatchObject([413, { error: "Content too large" }]);
    await body.cancelled;
    // The bytes read, the piece that exceeds the limit, and the stream's own buffer.
    expect(body.taken()).toBeLessThan(70 * 1024);
  });

  test("a body whose Content-Length exceeds the limit is not read, and an interrupted one gets a 400", async () => {
    const body = endlessBody();
    expect((await post(body.stream, { "content-length": "65537" })).status).toBe(413);
    // The stream's own buffer.
    expect(body.taken()).toBeLessThan(2 * 1024);

    const gone = new ReadableStream({ pull: (controller) => controller.error(new Error("The sender has gone.")) });
    const broken = await post(gone);
    expect([broken.status, await broken.json()]).toMatchObject([400, { error: "Bad request" }]);
  });
});

describe("under Next's own server, while the database", () => {
  test.each([
    ["is away", () => Promise.reject(new DatabaseUnavailableError("It is away."))],
    ["is not prepared", () => Promise.reject(new DatabaseNotMigratedError("it", 3))],
    ["says nothing", () => new Promise<never>(() => undefined)],
  ])("%s, health is 200 and all else 503 or waits", async (why, opening) => {
    shared.opened = opening();
    const [alive, head] = [await ask("/health"), await ask("/health", { method: "HEAD" })];

    expect([alive.status, await alive.json()]).toEqual([200, { status: "ok" }]);
    expect([head.status, await head.text()]).toEqual([200, ""]);
    expect([alive.headers.has("x-request-id"), alive.headers.has("x-ratelimit-limit")]).toEqual([true, false]);
    if (why === "says nothing") return;
    // A broken request to health is 400 or 405 only once the database is open.
    const others = [await ask("/health/ready"), await ask("/shows"), await ask("/health?x=%E0%A4%A")];
    others.push(await ask("/health", { method: "DELETE" }));
    expect(others.map(({ status }) => status)).toEqual([503, 503, 503, 503]);
  });
});
