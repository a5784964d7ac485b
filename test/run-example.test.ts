import { describe, expect, test } from "vitest";
import { languages, type Language } from "../lib/docs/code/schema.browser.ts";
import { missingFor, runExample } from "./run-example.ts";

/** Per language, a program that prints and then fails, and one that prints a variable. */
const texts: Record<Language, { failing: string; asking: string }> = {
  curl: { failing: "echo before; no-such-command", asking: 'echo "$NAME."' },
  javascript: {
    failing: 'console.log("before"); throw new Error("no");',
    asking: 'const name = process.env.NAME ?? ""; console.log(`${name}.`);',
  },
  python: {
    failing: 'print("before"); raise Exception("no")',
    asking: 'import os; print(os.environ.get("NAME", "") + ".")',
  },
  php: { failing: '<?php\necho "before\\n"; exit(1);', asking: '<?php\necho getenv("NAME"), ".\\n";' },
};

describe.each(languages)("an example in $face", ({ value: language }) => {
  const { failing, asking } = texts[language];

  test.skipIf(missingFor(language) !== null)("reports its failure, and does not affect the next one", async () => {
    const failed = await runExample(language, failing);
    const [ada, nobody] = await Promise.all([
      runExample(language, asking, { NAME: "Ada" }),
      runExample(language, asking),
    ]);

    expect([failed.status === 0, failed.stdout]).toEqual([false, "before\n"]);
    expect([ada, nobody]).toEqual([
      { status: 0, stdout: "Ada.\n", stderr: "" },
      { status: 0, stdout: ".\n", stderr: "" },
    ]);
  });
});
