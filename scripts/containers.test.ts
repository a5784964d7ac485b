import { existsSync, readFileSync } from "node:fs";
import { parseYaml } from "@redocly/openapi-core";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { routes } from "../lib/routes.ts";
import { parseEnv } from "../lib/settings/env.ts";
import { settingNames } from "../lib/settings/settings.ts";

const serviceSchema = z.object({
  image: z.string(),
  build: z.object({ context: z.string(), dockerfile: z.string() }).optional(),
  command: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.string()).optional(),
  ports: z.array(z.string()).optional(),
});
const compose = z
  .object({
    services: z.record(z.string(), serviceSchema),
    configs: z.object({ nginx: z.object({ content: z.string() }) }),
  })
  .parse(parseYaml(readFileSync("deploy/compose.yaml", "utf8")));
const { one, two, bridge, proxy, postgres, redis } = compose.services;
const given: Record<string, string> = {
  POSTGRES_PASSWORD: "pa55word",
  UPSTASH_REDIS_REST_TOKEN: "t0ken",
  NEXTAUTH_SECRET: "a long random text",
  ADMIN_EMAIL: "admin@example.com",
  ADMIN_PASSWORD: "a password of some length",
};

/** Substitutes variables as compose does: `${NAME:?}` is required, `${NAME:-default}` is optional. */
function filled(text: string, surroundings = given): string {
  return text.replace(/\$\{(\w+):(\?|-([^}]*))\}/g, (_all, name: string, how: string, usual = "") => {
    const value = surroundings[name];
    if (value === undefined && how === "?") throw new Error(`${name} is not set.`);
    return value ?? String(usual);
  });
}

describe("deploy/compose.yaml", () => {
  test("gives both instances the same settings, all of which exist", () => {
    const { environment = {} } = one ?? {};

    expect(two?.environment).toEqual(environment);
    expect(Object.keys(environment).filter((name) => !settingNames.includes(name))).toEqual([]);
  });

  test("starts an instance with only the secrets that the file's head names", () => {
    const { environment = {} } = one ?? {};
    const settings = parseEnv(
      Object.fromEntries(Object.entries(environment).map(([name, text]) => [name, filled(text)])),
    );

    expect(settings).toMatchObject({
      CLIENT_ADDRESS: { from: "forwarded", hops: 1 },
      LOG_LEVEL: "info",
      NEXTAUTH_URL: "http://localhost:8080",
    });
    expect(settings.METRICS_TOKEN).toBeUndefined();
    const head = readFileSync("deploy/compose.yaml", "utf8").split("\nname:", 1)[0] ?? "";
    for (const name of Object.keys(given)) expect(head).toContain(name);
  });

  test("contains no secret", () => {
    const texts = Object.values(compose.services).flatMap(({ environment = {}, command = [] }) => [
      ...Object.entries(environment).map(([name, value]) => `${name}=${value}`),
      ...command,
    ]);
    const secret = texts.filter((text) => /PASSWORD|SECRET|TOKEN|--token/.test(text));

    expect(secret.length).toBeGreaterThanOrEqual(6);
    expect(secret.filter((text) => !/[=:]\$\{\w+:(\?|-)\}$/.test(text) && !text.startsWith("DATABASE_URL"))).toEqual(
      [],
    );
  });

  test("exposes only the proxy, which forwards the client's address, and runs the bridge from one of our programs", () => {
    expect([one, two, bridge, postgres, redis].flatMap((service) => service?.ports ?? [])).toEqual([]);
    expect(proxy?.ports).toHaveLength(1);
    expect(compose.configs.nginx.content).toContain("X-Forwarded-For $$proxy_add_x_forwarded_for;");
    expect([bridge?.image, bridge?.command?.[1]]).toEqual([one?.image, ".build/upstash-bridge/upstash-bridge.js"]);
  });
});

describe("the Dockerfile", () => {
  const steps = readFileSync("deploy/Dockerfile", "utf8").replaceAll("\\\n", " ").split("\n");
  const the = (word: string) => steps.filter((step) => step.startsWith(`${word} `));

  test("copies existing files, and excludes none that the build needs", () => {
    const copied = the("COPY")
      .filter((step) => !step.includes("--from"))
      .flatMap((step) => step.split(" ").slice(1, -1));
    const heldBack = readFileSync(".dockerignore", "utf8").split("\n");

    expect(copied.filter((file) => !existsSync(file))).toEqual([]);
    for (const needed of ["app", "components", "lib", "prisma", "scripts", "server.ts", "tsconfig.json"])
      expect(heldBack).not.toContain(needed);
    for (const own of [".data", ".env", ".git", "node_modules"]) expect(heldBack).toContain(own);
  });

  test("runs without root, on a supported version of Node, with a health check", () => {
    expect(the("USER")).toEqual(["USER node"]);
    expect(the("FROM").map((step) => /node:(\d+)/.exec(step)?.[1])).toEqual(["24", "24"]);
    expect(the("HEALTHCHECK")[0]).toContain("/api/health");
    expect(the("CMD").at(-1)).toContain('".build/server/server.js"');
  });
});

describe("the files for other hosts", () => {
  const read = (file: string) => readFileSync(file, "utf8");

  test("vercel.json asks a route that exists, once a day, which every plan of Vercel permits", () => {
    const { crons } = z
      .object({ crons: z.array(z.object({ path: z.string(), schedule: z.string() })) })
      .parse(JSON.parse(read("vercel.json")));

    expect(crons.map(({ path }) => path)).toEqual(["/api/cron"]);
    expect(routes.map(({ path }) => `/api${path}`)).toContain("/api/cron");
    expect(crons[0]?.schedule).toMatch(/^\d+ \d+ \* \* \*$/);
  });

  test("Fly and systemd start programs that the build makes, with settings that exist", () => {
    const [fly, unit, image] = [
      read("deploy/fly.toml"),
      read("deploy/theatre-listings.service"),
      read("deploy/Dockerfile"),
    ];
    const programs = [...`${fly}\n${unit}`.matchAll(/\.build\/([\w-]+)\/\1\.js/g)].map(([, name]) => name);
    const named = [...fly.matchAll(/^([A-Z_]+) = /gm), ...unit.matchAll(/\b([A-Z_]+)=/g)].map(([, name = ""]) => name);

    expect(programs).toEqual(["db-migrate", "server"]);
    expect(existsSync("scripts/db-migrate.ts")).toBe(true);
    // Those of the C library are not ours.
    expect(named.filter((name) => !settingNames.includes(name) && !name.startsWith("MALLOC_"))).toEqual([]);
    // Both start Node as the image does, and as `npm start` without a bundle.
    const flags = [...image.matchAll(/"(--[\w=-]+)"/g)].map(([, flag]) => flag);
    const memory = /MALLOC_.*/.exec(image)?.[0] ?? "";
    expect(unit).toContain(memory);
    expect(read("package.json")).toContain(`"start": "${memory} node ${flags.slice(0, 2).join(" ")} `);
    expect(/ExecStart=\S+ (.*) \.build/.exec(unit)?.[1]?.split(" ")).toEqual(flags);
  });
});
