import { describe, expect, test } from "vitest";
import { readSources, type SourceFile } from "./source-tree.ts";

/**
 * The layers from top to bottom: a file imports from its own layer or a lower one. A new file that matches no layer
 * needs an entry here.
 */
const floors: [name: string, files: RegExp][] = [
  ["app, server and commands", /^(app|scripts|bench|e2e)\/|^[^/]+\.(ts|mjs)$/],
  ["the typed client, which imports nothing of ours", /^packages\//],
  ["components", /^components\//],
  ["list of the routes", /^lib\/routes\.ts$/],
  ["our HTTP server, and next-auth behind it", /^lib\/(server|auth\/next-auth)\//],
  [
    "features: the document, the activity log, accounts, casts, search, keys and their limits, changes, data quality, calendars, downloads, updates, MCP, public pages",
    /^lib\/(openapi|activity|accounts|casts|search|mcp|feeds|downloads|portal|limit-requests|changes|data-quality|data-update|service|updates|public-pages|docs\/(reference|guides|changelog|search))\/(?!(schema|terms|password-strength|matching)\.ts$)|^lib\/suggestions\/(routes|form|examples)\.ts$/,
  ],
  ["list of the nouns", /^lib\/resources\/(resources|shapes|icons)\.ts$/],
  ["noun", /^lib\/resources\/[^/]+\/(?!(schema|terms|view|presence|stints)\.ts$)/],
  ["any noun", /^lib\/resource\/(?!(schema|terms|view)\.ts$)/],
  ["HTTP", /^lib\/http\/(?!schema\.ts$)/],
  ["process", /^lib\/shared-infrastructure\.ts$/],
  ["infrastructure", /^lib\/infrastructure\.ts$/],
  ["dataset", /^prisma\/seed\//],
  [
    "parts",
    /^lib\/(keys|notices|suggestions|auth|identities|mail|second-factors|security-log|audit-log|rate-limit|snapshots|catalogue)\/(?!(schema|terms)\.ts$)/,
  ],
  ["database", /^lib\/db\//],
  [
    "leaves",
    /^package\.json$|^lib\/(batch|check-settings|client-address|client-address-monitor|clock|common-passwords|computed-reads|concurrency-limit|dates|env|errors|fair-turns|host|log|mail-settings|poll|process-singleton|request-metrics|sort|timeout|worker|yielding)\.ts$/,
  ],
  ["the browser's way to the API, tables and calls as text", /^lib\/(client|csv|docs\/code)\/(?!schema\.ts$)/],
  [
    "schemas and types, also for the browser",
    /^lib\/(access\/permissions|control-characters|fields|memoize|partial-dates|resources\/nouns)\.ts$|^lib\/([^/]+\/){1,2}(schema|terms|view|presence|stints|password-strength|matching)\.ts$/,
  ],
];

const safeInBrowser =
  /^lib\/(auth\/device|access\/permissions|([^/]+\/){1,2}(schema|terms|view|presence|stints|password-strength|matching)|(csv|client|docs\/code)\/[^/]+|control-characters|fields|memoize|partial-dates|resources\/nouns)\.ts$/;
const isTest =
  /\.(test|spec)\.tsx?$|^lib\/testing\/|^lib\/resources\/[^/]+\/sample\.ts$|^e2e\/|^(vitest|playwright)\.config\.ts$/;

const mayQuery =
  /^lib\/([^/]+\/){1,2}([a-z]+-)?queries\.ts$|^lib\/(rate-limit|db)\/|^prisma\/seed\/|^scripts\/(db-diff|schema-engine)\.ts$|^bench\/((fastify-server|multiply)\.mjs$|next-peer\/)/;
const databasePackages = /^(pg|@electric-sql\/|@prisma\/|pglite-prisma-adapter)/;
const queries = [
  /\b(prisma|transaction|tx)\.\w+\.(find|create|update|upsert|delete|count|aggregate|groupBy)/,
  /\.\$(query|execute)Raw/,
  /\b(database|transaction|pool|pglite)\.(query|prepare)\b/,
];

const sources = readSources();
const ours = sources.filter(({ path }) => !isTest.test(path));
const floorOf = (path: string) => floors.findIndex(([, files]) => files.test(path));
const folderOf = (path: string) => path.slice(0, path.lastIndexOf("/"));

/** The imports that the rule forbids, each as a line with both files. */
function forbidden(from: SourceFile[], rule: (source: SourceFile, target: string) => boolean): string[] {
  return from.flatMap((source) =>
    source.imports
      .filter(({ isLocal, target }) => isLocal && rule(source, target))
      .map(({ target }) => `${source.path} → ${target}`),
  );
}

function pathsOf(found: SourceFile[]): string[] {
  return found.map(({ path }) => path);
}

describe("the architecture", () => {
  test("the source tree is read: files, imports and imported names", () => {
    const door = sources.find(({ path }) => path === "server.ts");
    expect(sources.length).toBeGreaterThan(80);
    expect(door?.imports.map(({ target }) => target)).toContain("lib/routes.ts");
    expect(sources.find(({ path }) => path === "lib/db/database.ts")?.imports.at(-1)).toMatchObject({
      isLocal: true,
      isTypeOnly: true,
    });
  });

  test("every file belongs to a layer", () => {
    expect(pathsOf(ours.filter(({ path }) => floorOf(path) === -1))).toEqual([]);
  });

  test("imports point to the same or a lower layer", () => {
    expect(forbidden(ours, ({ path }, target) => floorOf(target) < floorOf(path))).toEqual([]);
  });

  test("there are no circular imports", () => {
    expect(firstCycle(sources)).toEqual([]);
  });

  test("a noun's resource imports other nouns only if it refers to them", () => {
    const noun = floors.findIndex(([name]) => name === "noun");
    const nouns = ours.filter(({ path }) => floorOf(path) === noun && !path.endsWith("/resource.ts"));

    expect(
      forbidden(nouns, ({ path }, target) => floorOf(target) === noun && folderOf(target) !== folderOf(path)),
    ).toEqual([]);
  });

  test("schemas import only zod and each other", () => {
    const shapes = ours.filter(({ path }) => floorOf(path) === floors.length - 1);
    const strange = shapes.flatMap(({ path, imports }) =>
      imports.filter(({ isLocal, target }) => !isLocal && target !== "zod").map(({ target }) => `${path} → ${target}`),
    );

    expect(shapes.length).toBeGreaterThanOrEqual(7);
    expect(strange).toEqual([]);
  });

  test("browser code imports nothing from lib that must stay on the server", () => {
    const inBrowser = ours.filter(
      ({ path, isForBrowser }) => isForBrowser || path.startsWith("components/") || safeInBrowser.test(path),
    );
    expect(
      forbidden(inBrowser, (_source, target) => /^(lib|prisma)\//.test(target) && !safeInBrowser.test(target)),
    ).toEqual([]);
  });

  test("only tests import test helpers", () => {
    expect(forbidden(ours, (_source, target) => isTest.test(target))).toEqual([]);
  });

  test("every module that could hold a secret or a query imports server-only", () => {
    // A module without imports can reach neither.
    const onServer = ours.filter(
      ({ path, imports }) => /^(lib|prisma\/seed)\//.test(path) && !safeInBrowser.test(path) && imports.length > 0,
    );
    expect(pathsOf(onServer.filter(({ isServerOnly }) => !isServerOnly))).toEqual([]);
  });

  test("only query modules access the database", () => {
    const elsewhere = ours.filter(({ path }) => !mayQuery.test(path));
    const asking = elsewhere.filter(
      ({ text, imports }) =>
        queries.some((query) => query.test(text)) ||
        imports.some(
          ({ target, isTypeOnly }) =>
            !isTypeOnly && (databasePackages.test(target) || target.startsWith("lib/db/generated/")),
        ),
    );
    expect(pathsOf(asking)).toEqual([]);
  });

  test("files are short and named in kebab-case", () => {
    const long = sources.filter(
      ({ path, text }) => !/\.(test|spec)\.tsx?$/.test(path) && text.split("\n").length > 221,
    );
    const vague = sources.filter(({ path }) =>
      /(^|\/)(index|utils?|helpers?|misc|common|types)\.(ts|tsx|mjs)$/.test(path),
    );

    expect(pathsOf(long)).toEqual([]);
    expect(pathsOf(vague)).toEqual([]);
  });
});

/** The files of one import cycle; empty when there is none. */
function firstCycle(files: SourceFile[]): string[] {
  const targets = new Map(files.map(({ path, imports }) => [path, imports.map(({ target }) => target)]));
  const finished = new Set<string>();
  const follow = (path: string, way: string[]): string[] => {
    if (way.includes(path)) return [...way.slice(way.indexOf(path)), path];
    if (finished.has(path)) return [];
    for (const target of targets.get(path) ?? []) {
      const cycle = follow(target, [...way, path]);
      if (cycle.length > 0) return cycle;
    }
    finished.add(path);
    return [];
  };
  return files.map(({ path }) => follow(path, [])).find((cycle) => cycle.length > 0) ?? [];
}
