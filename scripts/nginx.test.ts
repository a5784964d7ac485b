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

    beforeEach(async () => {
      const testDatabase = await createTestDatabase("server");
      ends.push(() => testDatabase.remove());
      const settings = { ...testDatabase.settings, CLIENT_ADDRESS: "forwarded:1", PUBLIC_DAILY_LIMIT: String(limit) };
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
    async function startNginx([one = "", two = ""]: string[]): Promise<string> {
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
      writeFileSync(file, `${head} http { access_log off; ${temporary.join(" ")} ${own} }`);
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
  },
);
