import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { z } from "zod";
import { toCsv } from "../lib/editing/csv/write.browser.ts";
import { parseEnv } from "../lib/settings/env.ts";
import { openInfrastructure } from "../lib/infrastructure.ts";
import { createTestDatabase, type TestDatabase } from "./databases.ts";
import { nodeFlags } from "./node.ts";
import { importedChanges, sheetOfCsv } from "./read-sheet.ts";
import { readSteps, TreeCopy } from "./seventh-resource.ts";
import { signedIn } from "./signed-in.ts";
import { staffClientWithCookie, type StaffClient } from "./staff-client.ts";

/** The steps of docs/adding-a-resource.md, in a copy of the repository and in the service built from it. */
const steps = readSteps();
const schemaFile = "prisma/schema.prisma";
let copy: TreeCopy;
let migration: string;

beforeAll(async () => {
  copy = new TreeCopy("seventh-resource");
  migration = await copy.takeAll();
});
afterAll(() => copy.remove());

test("four places: the table, the folder, one list and the changelog", () => {
  const places = steps.map(({ file }) => file.replace(/(?<=^lib\/resources\/awards)\/.*/, ""));

  expect([...new Set(places)]).toEqual([
    schemaFile,
    "lib/resources/awards",
    "lib/resources/resource-views.browser.ts",
    "lib/docs/changelog/changelog.ts",
  ]);
});

describe("a missing step is reported", () => {
  test("the model, by db:diff --check", async () => {
    copy.leave(schemaFile);
    copy.leave(migration);

    const { isOk, output } = await copy.run("scripts/run.mjs", "db-diff", "--check");

    expect([isOk, output]).toEqual([false, expect.stringContaining(`${schemaFile} has no model "awards"`)]);
  });

  test("the migration, by db:diff --check", async () => {
    copy.leave(schemaFile);
    for (const step of steps.filter(({ file }) => file === schemaFile)) copy.take(step);

    const { isOk, output } = await copy.run("scripts/run.mjs", "db-diff", "--check");

    expect([isOk, output]).toEqual([
      false,
      expect.stringMatching(/schema\.prisma .*npm run db:diff[^]*"awards_version"/),
    ]);
    expect(await copy.run("scripts/run.mjs", "db-diff", "add_awards")).toMatchObject({ isOk: true });
  });

  const files = steps.map(({ file }) => file).filter((file) => file !== schemaFile);
  const checks: Record<string, string> = {
    "lib/resources/awards/sample.ts": "lib/resources/resources.test.ts",
    "lib/resources/awards/icon.ts": "components/records/list/list-view.test.ts",
    "lib/docs/changelog/changelog.ts": "lib/docs/changelog/changelog.test.ts",
  };

  test.each([...new Set(files)])("%s, by a test", async (file) => {
    copy.leave(file);
    try {
      const { isOk, output } = await copy.test(checks[file] ?? "lib/routes.test.ts");

      // An import error names the importing file.
      const imported = file.replace("lib/resources/", "./");
      const isNamed = [
        file,
        `'${imported}' imported from ${copy.folder}/lib/resources/`,
        `Unknown variable dynamic import: ${imported}`,
        `'./${path.basename(file)}' imported from ${copy.folder}/lib/resources/awards/`,
        ...(file.endsWith("/changelog.ts") ? ["GET /awards is in no entry"] : []),
      ].some((name) => output.includes(name));
      expect([isOk, isNamed], output).toEqual([false, true]);
    } finally {
      for (const step of steps.filter((one) => one.file === file)) copy.take(step);
    }
  });

  test("none: all of these checks pass", async () => {
    expect(await copy.run("scripts/run.mjs", "db-diff", "--check")).toMatchObject({ isOk: true });
    const routes = await copy.test("lib/routes.test.ts");
    expect(routes, routes.output).toMatchObject({ isOk: true });
  });

  test("none: the rest of the tree compiles", { timeout: 300_000 }, async () => {
    const types = await copy.run("node_modules/typescript/bin/tsc", "--noEmit");
    expect(types, types.output).toMatchObject({ isOk: true });
  });
});

describe("awards", () => {
  let testDatabase: TestDatabase;
  let child: ChildProcess | undefined;
  let url: string;
  let staff: StaffClient;
  let award: z.ZodObject;
  const get = (target: string, init?: RequestInit) => fetch(url + target, init);
  const read = async (target: string): Promise<unknown> => (await get(target)).json();
  const olivier = { show_id: "hamilton", name: "Olivier Award for Best New Musical", year: 2018 };

  beforeAll(async () => {
    const program = "test/instance-program.ts";
    const made = await copy.run(
      "-e",
      `import('./scripts/build.mjs').then((build) => build.bundle('instance-program', '${program}'))`,
    );
    expect(made, made.output).toMatchObject({ isOk: true });
    testDatabase = await createTestDatabase("embedded");
    // A database of six resources, to which the service's start adds the seventh.
    const infrastructure = await openInfrastructure(
      parseEnv({ NODE_ENV: "test", ...testDatabase.settings }),
      process.cwd(),
    );
    const cookie = await signedIn({ infrastructure }, "editor");
    await infrastructure.close();
    const started = spawn(process.execPath, [...nodeFlags, ".build/instance-program/instance-program.js"], {
      cwd: copy.folder,
      env: {
        PATH: process.env["PATH"],
        NODE_ENV: "test",
        PORT: "0",
        PUBLIC_DAILY_LIMIT: "1000",
        ...testDatabase.settings,
      },
      stdio: ["ignore", "pipe", "inherit"],
    });
    child = started;
    url = await new Promise((resolve, reject) => {
      createInterface({ input: started.stdout }).on("line", (line) => {
        const served = /^served on (\S+)$/.exec(line)?.[1];
        if (served) resolve(served);
      });
      started.once("exit", (code) => reject(new Error(`The instance ended with code ${code} before it served.`)));
    });
    staff = staffClientWithCookie(cookie, { get });
    ({ award } = (await import(path.join(copy.folder, "lib/resources/awards/schema.browser.ts"))) as {
      award: z.ZodObject;
    });
  });
  afterAll(async () => {
    if (child) {
      const ended = once(child, "close");
      child.kill("SIGTERM");
      await ended;
    }
    await testDatabase.remove();
  });

  test("are listed and filtered", async () => {
    expect(await read("/api/awards")).toEqual([]);
    const { body: one } = await staff.send("POST", "awards", olivier);
    const { body: other } = await staff.send("POST", "awards", {
      ...olivier,
      show_id: "cats",
      name: "Best New Musical",
    });

    expect(await read("/api/awards")).toEqual([other, one]);
    expect(await read("/api/awards?show_id=hamilton")).toEqual([one]);
    expect(await read(`/api/awards/${one.id}`)).toEqual(one);
  });

  test("are written, with If-Match and every limit, and can be undone", async () => {
    const { status, etag, body } = await staff.send("POST", "awards", olivier);
    const place = `awards/${body.id}`;
    expect([status, body]).toEqual([201, { id: body.id, ...olivier }]);
    const wrong = await staff.send("PUT", place, { year: 1899, show_id: "nothing" });
    expect([wrong.status, wrong.body["issues"]]).toMatchObject([400, [{ path: "year" }, { path: "show_id" }]]);
    const changed = await staff.send("PUT", place, { year: 2019 }, { "if-match": etag });
    expect([changed.status, changed.body["year"]]).toEqual([200, 2019]);
    expect((await staff.send("DELETE", place, undefined, { "if-match": etag })).status).toBe(412);
    expect((await staff.send("DELETE", place, undefined, { "if-match": changed.etag })).status).toBe(200);
    expect((await get(`/api/${place}`)).status).toBe(404);
    const [entry] = await staff.activity(1);

    expect((await staff.send("POST", `activity/${entry?.id}/revert`)).status).toBe(200);

    expect(await read(`/api/${place}`)).toEqual(changed.body);
  });

  test("prevent the deletion of their show, and the response counts them", async () => {
    const { body: show } = await staff.send("POST", "shows", { name: "A Prized Show", type: "play" });
    await staff.send("POST", "awards", { ...olivier, show_id: show.id });

    const refused = await staff.send("DELETE", `shows/${show.id}`);

    expect([refused.status, refused.body["references"]]).toEqual([409, { awards: 1 }]);
  });

  test("are exported as CSV and imported from it", async () => {
    const before = (await read("/api/awards")) as { id: string }[];
    const sheet = sheetOfCsv(`${toCsv(award, before)},hamilton,"Best ""New"" Award",2020\r\n`, award);

    expect(sheet.problems).toEqual([]);
    const changes = importedChanges(sheet.rows, "awards", new Set(before.map(({ id }) => id)));
    const { status, body } = await staff.send("POST", "changes", { changes });

    expect([status, body["counts"]]).toMatchObject([200, { created: 1, unchanged: before.length }]);
    expect(await read("/api/awards")).toHaveLength(before.length + 1);
  });

  test("are in the OpenAPI document", async () => {
    const document = (await read("/api/openapi.json")) as {
      paths: Record<string, object>;
      components: { schemas: object };
    };

    expect(Object.keys(document.paths["/awards"] ?? {})).toEqual(expect.arrayContaining(["get", "post"]));
    expect(Object.keys(document.paths["/awards/{id}"] ?? {})).toEqual(expect.arrayContaining(["get", "put", "delete"]));
    expect(document.components.schemas).toMatchObject({ Award: { properties: { year: { minimum: 1900 } } } });
  });
});
