/** @module-tag full */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseYaml } from "@redocly/openapi-core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { z } from "zod";
import { createTestDatabase, databaseOfTest } from "../test/databases.ts";
import { removeBundle, startInstance } from "../test/processes.ts";
import { launchServer, startProgram } from "../test/program.ts";
import { quotaOf } from "../test/quota-helpers.ts";
import { cookieOfEditor, staffClientWithCookie } from "../test/signed-in.ts";
import { until } from "../test/until.ts";
import { buildPages } from "./build.mjs";
import { freePort } from "./services.mjs";

const limit = 20;
const own = { PUBLIC_DAILY_LIMIT: String(limit), NEXTAUTH_SECRET: "n".repeat(32) };
const hasPostgres = inject("postgresUrl") !== null;
const hasNginx = spawnSync("nginx", ["-v"]).status === 0;
if (!hasNginx) console.warn("SKIPPED: nginx is not installed here, so its configuration is not tested.");

const get = (origin: string, headers: Record<string, string> = {}, place = "/api/shows") =>
  fetch(origin + place, { headers });
const left = async (origin: string, address: string) =>
  quotaOf(await get(origin, { "X-Forwarded-For": address }, "/api/quota")).remaining;

describe.skipIf(!hasNginx || !hasPostgres)("two instances behind nginx, configured as in compose.yaml", () => {
  const ends: (() => unknown)[] = [];
  let instances: string[];
  let settings: Record<string, string>;

  beforeAll(async () => {
    const database = await createTestDatabase("server");
    ends.push(database.remove);
    settings = { ...database.settings, ...own, CLIENT_ADDRESS: "forwarded:1" };
    const started = [await startInstance(settings), await startInstance(settings)];
    ends.push(...started.map(({ kill }) => kill));
    instances = started.map(({ url }) => url);
  });
  afterAll(async () => {
    for (const end of ends.reverse()) await end();
    removeBundle();
  });

  /** Runs nginx with the configuration of `compose.yaml` and this machine's addresses. @returns its address. */
  async function startNginx(further = "", upstreams = instances): Promise<string> {
    const folder = mkdtempSync(path.join(tmpdir(), "theatre-nginx-"));
    // nginx's workers do not run as root.
    chmodSync(folder, 0o755);
    const port = await freePort();
    const compose = z.object({ configs: z.object({ nginx: z.object({ content: z.string() }) }) });
    const { content } = compose.parse(parseYaml(readFileSync("deploy/compose.yaml", "utf8"))).configs.nginx;
    const [one, two] = upstreams.map((url) => `server ${new URL(url).host}`);
    const configured = content
      .replaceAll("$$", "$")
      .replace("server one:3000", one ?? expect.fail())
      .replace("server two:3000", two ?? expect.fail())
      .replace("listen 80", `listen 127.0.0.1:${port}`);
    const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
      (name) => `${name}_temp_path ${folder}/${name};`,
    );
    const head = `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; events {}`;
    const file = path.join(folder, "nginx.conf");
    writeFileSync(file, `${head} http { access_log off; ${temporary.join(" ")} ${further} ${configured} }`);
    const nginx = spawn("nginx", ["-p", folder, "-c", file], { stdio: ["ignore", "ignore", "inherit"] });
    const ended = once(nginx, "exit");
    ends.push(async () => {
      nginx.kill("SIGTERM");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    });
    const url = `http://127.0.0.1:${port}`;
    await until("nginx answers", () => fetch(`${url}/api/health`).then(Boolean, () => false));
    return url;
  }

  test(
    "conformance holds but for the malformed requests that nginx refuses by itself",
    { timeout: 300_000 },
    async () => {
      buildPages();
      const server = await launchServer({ ...(await databaseOfTest("embedded")), CLIENT_ADDRESS: "forwarded:1" });
      ends.push(() => server.kill("SIGTERM"));
      const CONFORMANCE_URL = await startNginx("", [server.url, server.url]);
      const { code, output } = await startProgram("conformance", { CONFORMANCE_URL, CONFORMANCE_NEXT: "1" }).ended;

      expect(code, output.match(/^ *not ok .*(?:\n.*error: .*)?/gm)?.join()).toBe(0);
      expect(output).toMatch(/fail 0$/m);
    },
  );

  test("responses pass unchanged, and one address has one limit over both, also when the client claims another", async () => {
    const proxy = await startNginx();
    const headers = { "Accept-Encoding": "br" };
    const [direct, through] = [await get(instances[0] ?? expect.fail(), headers), await get(proxy, headers)];
    const etag = direct.headers.get("etag") ?? expect.fail("There is no ETag.");
    expect(through.headers.get("etag")).toBe(etag);
    expect((await get(proxy, { "If-None-Match": etag })).status).toBe(304);
    const body = "x".repeat(1024 ** 2);
    const large = await fetch(`${proxy}/api/shows/hamilton`, { method: "PUT", body });
    expect(await large.json()).toMatchObject({ error: expect.any(String) as unknown });
    expect(large.headers.get("x-ratelimit-limit")).toBe(String(limit));

    // The client of the proxy is this machine; it has one address, also when it names another.
    const rest = await left(instances[0] ?? expect.fail(), "127.0.0.1");
    const answers = await Promise.all(
      Array.from({ length: 2 * limit }, (_, index) => get(proxy, { "X-Forwarded-For": `192.0.2.${index}` })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(rest);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(2 * limit - rest);
    for (const instance of instances)
      expect([await left(instance, "127.0.0.1"), await left(instance, "192.0.2.1")]).toEqual([0, limit]);
  });

  test("where nginx compresses, a record, its details and its sources are saved with the tags as they come", async () => {
    const address = await startNginx("gzip on; gzip_types application/json;");
    const editor = staffClientWithCookie(await cookieOfEditor(settings), {
      get: (target, init) => fetch(address + target, init),
    });
    const { id } = (await editor.send("POST", "shows", { name: "The Pier", type: "play", description: "A play." }))
      .body;
    const tag = async (place: string) => {
      const { etag } = await editor.send("GET", place);
      expect(etag).toMatch(/^W\//);
      return etag;
    };
    const paths = [`shows/${id}`, `shows/${id}/details`, `shows/${id}/sources`] as const;
    for (const place of paths) {
      const etag = await tag(place);
      expect((await editor.ask("GET", place, undefined, { "If-None-Match": etag })).status).toBe(304);
      expect((await editor.send("PUT", place, {}, { "If-Match": etag })).status).toBe(200);
    }
    const [if_match, details_if_match, sources_if_match] = await Promise.all(paths.map(tag));
    const change = { action: "update", resource: "shows", id, data: { description: "Another." } };
    const guards = { if_match, details_if_match, sources_if_match };
    const batch = (guarded: object) => editor.send("POST", "changes", { changes: [{ ...change, ...guarded }] });
    expect((await batch({ ...guards, details: {}, sources: [] })).status).toBe(200);
    expect((await batch({ if_match })).status).toBe(412);
  });
});
