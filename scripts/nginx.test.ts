import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseYaml } from "@redocly/openapi-core";
import { afterAll, afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import { z } from "zod";
import { createTestDatabase } from "../test/databases.ts";
import { removeBundle, startInstance } from "../test/processes.ts";
import { quotaOf } from "../test/quota-helpers.ts";
import { cookieOfEditor } from "../test/signed-in.ts";
import { staffClientWithCookie } from "../test/staff-client.ts";
import { until } from "../test/until.ts";
import { freePort } from "./services.mjs";

const compose = z.object({ configs: z.object({ nginx: z.object({ content: z.string() }) }) });
const limit = 20;
const hasNginx = spawnSync("nginx", ["-v"]).status === 0;
if (!hasNginx) console.warn("SKIPPED: nginx is not installed here, so its configuration is not tested.");

describe.skipIf(!hasNginx || inject("postgresUrl") === null)(
  "two instances behind nginx, configured as in compose.yaml",
  () => {
    const ends: (() => Promise<unknown>)[] = [];
    let proxy: string;
    let instances: string[];
    let settings: Record<string, string>;

    beforeEach(async () => {
      const testDatabase = await createTestDatabase("server");
      ends.push(() => testDatabase.remove());
      const own = { CLIENT_ADDRESS: "forwarded:1", PUBLIC_DAILY_LIMIT: String(limit), NEXTAUTH_SECRET: "n".repeat(32) };
      settings = { ...testDatabase.settings, ...own };
      const started = [await startInstance(settings), await startInstance(settings)];
      ends.push(...started.map((instance) => () => instance.kill()));
      instances = started.map(({ url }) => url);
      proxy = await startNginx(instances);
    });
    afterEach(async () => {
      for (const end of ends.splice(0).reverse()) await end();
    });
    afterAll(removeBundle);

    /** Runs nginx with the configuration of `compose.yaml` and this machine's addresses. @returns its address. */
    async function startNginx([one = "", two = ""]: string[], further = ""): Promise<string> {
      const folder = mkdtempSync(path.join(tmpdir(), "theatre-nginx-"));
      // nginx's workers do not run as root.
      chmodSync(folder, 0o755);
      const port = await freePort();
      const { content } = compose.parse(parseYaml(readFileSync("deploy/compose.yaml", "utf8"))).configs.nginx;
      const own = content
        .replaceAll("$$", "$")
        .replace("server one:3000", `server ${new URL(one).host}`)
        .replace("server two:3000", `server ${new URL(two).host}`)
        .replace("listen 80", `listen 127.0.0.1:${port}`);
      const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
        (name) => `${name}_temp_path ${folder}/${name};`,
      );
      const head = `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; events {}`;
      const file = path.join(folder, "nginx.conf");
      writeFileSync(file, `${head} http { access_log off; ${temporary.join(" ")} ${further} ${own} }`);
      const nginx = spawn("nginx", ["-p", folder, "-c", file], { stdio: ["ignore", "ignore", "inherit"] });
      const ended = once(nginx, "exit");
      ends.push(async () => {
        nginx.kill("SIGTERM");
        await ended;
        rmSync(folder, { recursive: true, force: true });
      });
      const url = `http://127.0.0.1:${port}`;
      await until("nginx answers", () => fetch(`${url}/api/quota`).then(Boolean, () => false));
      return url;
    }

    const get = (origin: string, headers: Record<string, string> = {}) => fetch(`${origin}/api/shows`, { headers });

    test("exactly the limit of one address's requests is admitted, and the address that the client claims changes nothing", async () => {
      const answers = await Promise.all(
        Array.from({ length: 2 * limit }, (_, index) => get(proxy, { "X-Forwarded-For": `192.0.2.${index}` })),
      );

      const statuses = answers.map(({ status }) => status);
      expect(statuses.filter((status) => status === 200)).toHaveLength(limit);
      expect(statuses.filter((status) => status === 429)).toHaveLength(limit);
      for (const instance of instances) {
        const seen = await fetch(`${instance}/api/quota`, { headers: { "X-Forwarded-For": "127.0.0.1" } });
        expect(quotaOf(seen).remaining).toBe(0);
        expect(quotaOf(await get(instance, { "X-Forwarded-For": "192.0.2.1" })).remaining).toBeGreaterThan(0);
      }
    });

    test("responses pass unchanged: ETag, 304, and the service's own refusals", async () => {
      const headers = { "Accept-Encoding": "br" };
      const [direct, through] = [await get(instances[0] ?? "", headers), await get(proxy, headers)];
      expect(through.headers.get("etag")).toBe(direct.headers.get("etag"));
      const same = await get(proxy, { "If-None-Match": direct.headers.get("etag") ?? "" });
      expect(same.status).toBe(304);

      const body = "x".repeat(1024 ** 2);
      const large = await fetch(`${proxy}/api/shows/hamilton`, { method: "PUT", body });
      expect(await large.json()).toMatchObject({ error: expect.any(String) as unknown });
      expect(large.headers.get("x-ratelimit-limit")).toBe(String(limit));
    });

    test("where nginx compresses, a record, its details and its sources are saved with the tags as they come", async () => {
      const address = await startNginx(instances, "gzip on; gzip_types application/json;");
      const editor = staffClientWithCookie(await cookieOfEditor(settings), {
        get: (target, init) => fetch(address + target, init),
      });
      const { id } = (await editor.send("POST", "shows", { name: "The Pier", type: "play", description: "A play." }))
        .body;
      const tag = async (path: string) => {
        const { etag } = await editor.send("GET", path);
        expect(etag).toMatch(/^W\//);
        return etag;
      };
      const paths = [`shows/${id}`, `shows/${id}/details`, `shows/${id}/sources`] as const;
      for (const path of paths) {
        const etag = await tag(path);
        expect((await editor.ask("GET", path, undefined, { "If-None-Match": etag })).status).toBe(304);
        expect((await editor.send("PUT", path, {}, { "If-Match": etag })).status).toBe(200);
      }
      const [if_match, details_if_match, sources_if_match] = await Promise.all(paths.map(tag));
      const change = { action: "update", resource: "shows", id, data: { description: "Another." } };
      const guards = { if_match, details_if_match, sources_if_match };
      const batch = (guarded: object) => editor.send("POST", "changes", { changes: [{ ...change, ...guarded }] });
      expect((await batch({ ...guards, details: {}, sources: [] })).status).toBe(200);
      expect((await batch({ if_match })).status).toBe(412);
    });
  },
);
