import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readSteps, TreeCopy } from "./seventh-resource.ts";

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

  test("none: awards are listed, read and written as every resource is", async () => {
    const file = "lib/resources/resources.test.ts";
    const { isOk, output } = await copy.run("node_modules/vitest/vitest.mjs", "run", file, "-t", "[Aa]wards");
    expect([isOk, /Tests +(\d+) passed/.exec(output)?.[1]], output).toEqual([true, expect.stringMatching(/^\d\d/)]);
  });

  test("none: the rest of the tree compiles", { timeout: 300_000 }, async () => {
    const types = await copy.run("node_modules/typescript/bin/tsc", "--noEmit");
    expect(types, types.output).toMatchObject({ isOk: true });
  });
});
