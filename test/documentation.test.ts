import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { permissionsAsMarkdown } from "../lib/docs/guides/placeholders.ts";
import { settingNames } from "../lib/settings/settings.ts";

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

test("docs/configuration.md lists exactly the settings", () => {
  const rows = textOf("docs/configuration.md").match(/^\| `.*$/gm) ?? [];
  const named = rows.flatMap((row) => found(row.split("|")[1] ?? "", /`([A-Z_0-9]+)`/g));

  expect(named.toSorted()).toEqual([...settingNames].toSorted());
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
