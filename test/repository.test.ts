import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { permissionsAsMarkdown } from "../lib/docs/guides/placeholders.ts";

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      resolved: z.string().optional(),
      integrity: z.string().optional(),
      inBundle: z.boolean().optional(),
      hasInstallScript: z.boolean().optional(),
      optionalDependencies: z.record(z.string(), z.string()).optional(),
    }),
  ),
});
const { "": _project, ...packages } = lockSchema.parse(JSON.parse(readFileSync("package-lock.json", "utf8"))).packages;

describe("package-lock.json", () => {
  test("contains no registry address, so any registry can be used", () => {
    expect(Object.keys(packages).filter((name) => packages[name]?.resolved !== undefined)).toEqual([]);
  });

  test("has the checksum of every fetched package", () => {
    const fetched = Object.entries(packages).filter(([, { inBundle }]) => !inBundle);

    expect(fetched.length).toBeGreaterThan(100);
    expect(fetched.filter(([, { integrity }]) => !integrity?.startsWith("sha512-")).map(([name]) => name)).toEqual([]);
  });

  // Not needed: Prisma's engines are unused (scripts/db-diff.ts has its own), and esbuild's program is a separate
  // package.
  test("needs no install script of any package", () => {
    const wanting = Object.keys(packages).filter((name) => packages[name]?.hasInstallScript);

    expect(readFileSync(".npmrc", "utf8")).toMatch(/^ignore-scripts=true$/m);
    expect(wanting.map((name) => name.replace("node_modules/", "")).sort()).toEqual([
      "@prisma/engines",
      "esbuild",
      "prisma",
    ]);
  });

  // `npm ci` refuses a lock file that lacks one, on every platform. This happens when a registry lacks part of a
  // release.
  test("includes the programs of every platform", () => {
    const locked = new Set(Object.keys(packages).map((name) => name.split("node_modules/").at(-1)));
    const wanted = Object.values(packages).flatMap(({ optionalDependencies }) =>
      Object.keys(optionalDependencies ?? {}),
    );

    expect(wanted.filter((name) => !locked.has(name))).toEqual([]);
  });
});

const packageSchema = z.object({
  dependencies: z.record(z.string(), z.string()),
  devDependencies: z.record(z.string(), z.string()),
});
const readPackage = () => packageSchema.parse(JSON.parse(readFileSync("package.json", "utf8")));

test("what reaches into a package says for which version it was written", () => {
  const { dependencies, devDependencies } = readPackage();
  const found = execFileSync("grep", ["-rE", 'Written for [^ ]+ [0-9.]+,|/dist/[^"]+\\.js"', "lib", "scripts"], {
    encoding: "utf8",
  });
  const pins = [...found.matchAll(/^(.+?):.*Written for (\S+) ([\d.]+),/gm)];
  const reaching = [...found.matchAll(/^(.+?):.*(?:from|import\() ?"(?!ajv).*\/dist\//gm)].map(([, file]) => file);

  expect(pins.map(([, , name = "", version]) => [name, version])).toEqual(
    pins.map(([, , name = ""]) => [name, { ...dependencies, ...devDependencies }[name]]),
  );
  expect(pins.map(([, file]) => file)).toEqual(
    expect.arrayContaining(reaching.filter((file) => !file?.endsWith(".test.ts"))),
  );
  expect(pins.length).toBeGreaterThan(4);
});

describe("the repository", () => {
  test("is tested on every version of Node that it promises to run on", () => {
    const { engines } = z.object({ engines: z.object({ node: z.string() }) }).parse(readJson("package.json"));
    const promised = engines.node.match(/(?<=\^|>=)\d+/g) ?? [];
    const matrices = [...readFileSync(".github/workflows/ci.yml", "utf8").matchAll(/node: \[(.+)\]/g)];

    expect(matrices).toHaveLength(3);
    for (const [, versions = ""] of matrices) expect(versions.split(", ")).toEqual(expect.arrayContaining(promised));
  });

  test("states its licence, and where to report a vulnerability", () => {
    expect(readFileSync("LICENSE", "utf8")).toContain("MIT License");
    expect(readFileSync(".github/SECURITY.md", "utf8")).toContain("## Reporting");
  });

  test.skipIf(!existsSync(".git"))("contains no path of a developer's machine", () => {
    // The folder may belong to a different user than the tests' one.
    const tracked = execFileSync("git", ["-c", "safe.directory=*", "ls-files", "-z"], { encoding: "utf8" }).split("\0");
    const somebodys = /(?<![\w.$})*])\/(?:home|Users|root|work|farm|tmp)\/[A-Za-z]/;

    const named = tracked.filter(
      (file) => file !== "" && existsSync(file) && somebodys.test(readFileSync(file, "utf8")),
    );

    expect(tracked.length).toBeGreaterThan(80);
    expect(named).toEqual([]);
  });
});

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, "utf8"));
}

test("what each mutant changes stands in its file once, and its tests are there", () => {
  const lines = readFileSync("scripts/mutants.txt", "utf8").split("\n");
  const changed = lines.flatMap((line, place) =>
    line.startsWith("- ") ? [[lines[place - 1] ?? "", line.slice(2)] as const] : [],
  );
  const tests = lines.flatMap((line) => (line.startsWith("tests: ") ? line.split(" ").slice(1) : []));

  expect(changed.length).toBeGreaterThanOrEqual(20);
  expect([...tests, ...changed.map(([file]) => file)].filter((file) => !existsSync(file))).toEqual([]);
  expect(changed.filter(([file, text]) => readFileSync(file, "utf8").split(text).length !== 2)).toEqual([]);
});

const files = execFileSync("git", ["ls-files"], { encoding: "utf8" }).split("\n").filter(Boolean);
const documents = files.filter((file) =>
  /^(README|CHANGELOG|\.github\/SECURITY)\.md$|^(docs|bench|prisma\/seed)\/[\w-]+\.md$/.test(file),
);
const code = files.filter((file) => /\.(ts|tsx|mjs)$|^\.ci\/run$/.test(file) && existsSync(file));
const textOf = (file: string) => readFileSync(file, "utf8");
const withoutFences = (file: string) => textOf(file).replace(/^```[^]*?^```/gm, "");
const found = (text: string, pattern: RegExp) => [...new Set([...text.matchAll(pattern)].map(([, name = ""]) => name))];

/** Patterns, such as `lib/resources/<resource>/`, and the file of secrets are not in the repository. */
const isPattern = /[<>*{}…]|\.env$/;

const { scripts } = JSON.parse(textOf("package.json")) as { scripts: Record<string, string> };
const allCode = code.map(textOf).join("\n");

/** What a document may name, by the pattern that finds it; each returns what is missing. */
const missing: Record<string, (document: string) => string[]> = {
  "files and folders": (document) => {
    const spans = found(
      withoutFences(document),
      /`((?:\.ci|app|bench|components|deploy|docs|e2e|lib|prisma|scripts|test)\/[^`\s]*)`/g,
    );
    // The reader creates a file whose text the document gives.
    const given = found(textOf(document), /^`([^`\n]+)`\n\n```ts$/gm);
    const named = spans.map((span) => span.replace(/:\d+$/, "")).filter((span) => !isPattern.test(span));
    return named.filter((file) => !existsSync(file) && !given.includes(file));
  },
  "links to files": (document) =>
    found(withoutFences(document), /\]\((?!https?:|#)([^)#\s]+)[^)]*\)/g).filter(
      (link) => !existsSync(path.join(path.dirname(document), link)),
    ),
  commands: (document) => found(textOf(document), /npm run ([\w:-]+)/g).filter((command) => !(command in scripts)),
  "variables of the code": (document) =>
    found(textOf(document), /`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?:=[^`]*)?`/g).filter((name) => !allCode.includes(name)),
};

test.each(Object.entries(missing))("documents name existing %s", (_what, missingIn) => {
  const misses = documents.flatMap((document) => missingIn(document).map((name) => `${document}: ${name}`));

  expect(documents.length).toBeGreaterThan(10);
  expect(misses).toEqual([]);
});

test("docs/commands.md lists exactly the commands", () => {
  const rows = textOf("docs/commands.md").match(/^\| `.*$/gm) ?? [];
  const named = rows.flatMap((row) => found(row.split("|")[1] ?? "", /`(?!npm run)([\w:-]+)[^`]*`/g));

  expect(named.toSorted()).toEqual(Object.keys(scripts).toSorted());
});

test("docs/api-contract.md has the table of what each role may do", () => {
  const cells = (text: string) => text.replaceAll(/[ \t-]+/g, " ");

  expect(cells(textOf("docs/api-contract.md"))).toContain(cells(permissionsAsMarkdown()));
});

test("docs/api-contract.md has every section that the code refers to", () => {
  const sections = found(textOf("docs/api-contract.md"), /^## (\d+)\. /gm);
  const cited = found(allCode, /contract §(\d+)/gi);

  expect(cited.filter((section) => !sections.includes(section))).toEqual([]);
});
