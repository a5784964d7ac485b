import { describe, expect, test } from "vitest";
import { readSources, type SourceFile } from "./source-tree.ts";

/**
 * The floors from top to bottom: a file imports from its own floor or a lower one. A file stands on the floor of the
 * longest folder that contains it.
 */
const floors: readonly (readonly string[])[] = [
  ["app", "scripts", "bench", "e2e", ".config", ""],
  ["packages"],
  ["components/public"],
  ["components/overview"],
  ["components/portal"],
  ["components/editing"],
  ["components/cast"],
  ["components/records"],
  ["components/docs"],
  ["components/layout"],
  ["components/accounts"],
  ["components/form"],
  ["components/ui"],
  // The list of the routes.
  ["lib/routes.ts"],
  ["lib/http/server", "lib/accounts/next-auth"],
  // Operations, and what only they need.
  [
    "lib/accounts/api",
    "lib/accounts/keys/api",
    "lib/accounts/keys/limit-requests",
    "lib/accounts/suggestions/api",
    "lib/docs",
    "lib/editing",
    "lib/http/service",
    "lib/listings",
  ],
  ["lib/resources"],
  ["lib/records"],
  ["lib/http"],
  ["lib/infrastructure.ts"],
  ["prisma/seed"],
  // What the infrastructure is made of.
  [
    "lib/accounts",
    "lib/catalogue",
    "lib/http/access",
    "lib/http/rate-limit",
    "lib/records/audited-change.ts",
    "lib/records/new-day.ts",
    "lib/records/record-read-queries.ts",
  ],
  ["lib/db"],
  ["lib/settings"],
  ["lib/core", "package.json"],
];

/** What the browser may import says so by its name, and is below all floors. */
const isForAnyBrowser = (path: string) => path.endsWith(".browser.ts");
const isTest =
  /\.(test|spec)\.tsx?$|^test\/|^lib\/resources\/[^/]+\/sample\.ts$|^e2e\/|^(vitest|playwright)\.config\.ts$/;

const mayQuery =
  /^lib\/.*\b([a-z]+-)*queries\.ts$|^lib\/(http\/rate-limit|db)\/|^prisma\/seed\/|^scripts\/(db-diff|schema-engine|make-database)\.m?[jt]s$|^bench\/((fastify-server|multiply)\.mjs$|next-peer\/)/;
const databasePackages = /^(pg|@electric-sql\/|@prisma\/|pglite-prisma-adapter)/;
const queries = [
  /\b(prisma|transaction|tx)\.\w+\.(find|create|update|upsert|delete|count|aggregate|groupBy)/,
  /\.\$(query|execute)Raw/,
  /\b(database|transaction|pool|pglite)\.(query|prepare)\b/,
];

const sources = readSources();
const ours = sources.filter(({ path }) => !isTest.test(path));
/** From 0 at the top; below all floors for browser code of `lib`, -1 for what stands on none. */
function floorOf(path: string): number {
  if (isForAnyBrowser(path)) return floors.length;
  const contains = (folder: string) => path === folder || path.startsWith(`${folder}/`) || folder === "";
  const lengthOn = floors.map((folders) => Math.max(-1, ...folders.filter(contains).map(({ length }) => length)));
  const longest = Math.max(...lengthOn);
  const isLoose = longest === 0 && path.includes("/");
  return isLoose ? -1 : lengthOn.indexOf(longest);
}

const inBrowser = ours.filter(
  ({ path, isForBrowser }) => isForBrowser || path.startsWith("components/") || isForAnyBrowser(path),
);
const httpsOnly =
  /(?<!`)\b(randomUUID|crypto\.subtle|navigator\.(clipboard|share|credentials|locks|serviceWorker|storage|geolocation|mediaDevices|permissions|wakeLock|bluetooth|usb|serial|hid|keyboard)|PublicKeyCredential|caches|cookieStore|Notification|PushManager|show(Open|Save)FilePicker|showDirectoryPicker|simplewebauthn)\b/;

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
    const entry = sources.find(({ path }) => path === "server.ts");
    expect(sources.length).toBeGreaterThan(80);
    expect(entry?.imports.map(({ target }) => target)).toContain("lib/routes.ts");
    expect(sources.find(({ path }) => path === "lib/db/database.ts")?.imports.at(-1)).toMatchObject({
      isLocal: true,
      isTypeOnly: true,
    });
  });

  test("every file stands on a floor", () => {
    expect(pathsOf(ours.filter(({ path }) => floorOf(path) === -1))).toEqual([]);
  });

  test("imports point to the same floor or a lower one", () => {
    expect(forbidden(ours, ({ path }, target) => floorOf(target) < floorOf(path))).toEqual([]);
  });

  test("folders of lib import each other in one direction", () => {
    const roomOf = (path: string) => /^lib\/([^/.]+)\//.exec(path)?.[1] ?? null;
    const ways = ours.flatMap(({ path, imports }) => {
      const targets = imports.filter(({ target }) => /\.tsx?$/.test(target) && !isForAnyBrowser(target));
      return targets.map(({ target }) => [roomOf(path), roomOf(target)]);
    });
    const isWay = (from: unknown, to: unknown) => ways.some((way) => way[0] === from && way[1] === to);
    const back = ways.filter(
      ([from = null, to = null]) => from !== null && to !== null && from < to && isWay(to, from),
    );

    expect(back.map((way) => way.join(" and "))).toEqual([]);
  });

  test("there are no circular imports", () => {
    expect(firstCycle(sources)).toEqual([]);
  });

  test("a resource imports other resources only if it refers to them", () => {
    const isResource = (path: string) => /^lib\/resources\/[^/]+\//.test(path) && !isForAnyBrowser(path);
    const resources = ours.filter(({ path }) => isResource(path) && !path.endsWith("/resource.ts"));

    expect(
      forbidden(resources, ({ path }, target) => isResource(target) && folderOf(target) !== folderOf(path)),
    ).toEqual([]);
  });

  test("schemas import no package but zod", () => {
    const schemas = ours.filter(({ path }) => /(^|\/)([a-z]+-)*(schema|terms|view)\.browser\.ts$/.test(path));
    const strange = schemas.flatMap(({ path, imports }) =>
      imports.filter(({ isLocal, target }) => !isLocal && target !== "zod").map(({ target }) => `${path} → ${target}`),
    );

    expect(schemas.length).toBeGreaterThanOrEqual(20);
    expect(strange).toEqual([]);
  });

  test("browser code imports nothing from lib that must stay on the server", () => {
    expect(
      forbidden(inBrowser, (_source, target) => /^(lib|prisma)\//.test(target) && !isForAnyBrowser(target)),
    ).toEqual([]);
  });

  test("what browsers have over https only is used where the code asks for a secure context", () => {
    const used = inBrowser.filter(({ text }) => httpsOnly.test(text.replace(/^ *(\/\/|\*|\/\*).*$/gm, "")));
    expect(pathsOf(used)).toContain("components/ui/copy-button.tsx");
    expect(pathsOf(used.filter(({ text }) => !text.includes("isSecureContext")))).toEqual([]);
  });

  test("only tests import test helpers", () => {
    expect(forbidden(ours, (_source, target) => isTest.test(target))).toEqual([]);
  });

  test("every module that could hold a secret or a query imports server-only", () => {
    // A module without imports can reach neither.
    const onServer = ours.filter(
      ({ path, imports }) => /^(lib|prisma\/seed)\//.test(path) && !isForAnyBrowser(path) && imports.length > 0,
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

  test("no exported name of the service is declared in two files", () => {
    // Next and the tests of every resource expect these.
    const expected = new Set(["generateMetadata", "metadata", "viewport", "alt", "contentType", "size", "sample"]);
    const places = new Map<string, string[]>();
    const exported = /^export (?:default )?(?:async )?(?:const|let|function|class|interface|type) (\w+)/gm;
    for (const { path, text } of sources.filter((one) => /^(app|components|lib|e2e)\//.test(one.path)))
      for (const [, name = ""] of text.matchAll(exported)) places.set(name, [...(places.get(name) ?? []), path]);
    const twice = [...places].filter(
      ([name, paths]) => paths.length > 1 && !expected.has(name) && !/^[A-Z]+$/.test(name),
    );

    expect(places.size).toBeGreaterThan(500);
    expect(twice).toEqual([]);
  });

  test("tests share services: few start one of their own", () => {
    const starts = sources
      .filter(({ path }) => path.endsWith(".test.ts"))
      .flatMap(({ path, text }) => [...text.matchAll(/\b(?:startService|serveFrom)\(|isOwn: true/g)].map(() => path));

    expect(starts.length).toBeGreaterThan(0);
    expect(starts.length).toBeLessThanOrEqual(50);
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
