import config from "../vitest.config.ts";
import { readSources } from "./source-tree.ts";

/** What a test imports, itself or through others, when it opens a database or starts a process. */
const slow = ["test/databases.ts", "test/processes.ts", "test/program.ts", "node:child_process"];

/** Vitest's configuration for `npm run test:quick`: the tests that open no database and start no process. */
export default {
  ...config,
  // The global setup starts PostgreSQL and fills databases.
  test: { ...config.test, include: quickTestFiles(), globalSetup: [] },
};

function quickTestFiles(): string[] {
  const sources = readSources();
  const left = new Set(slow);
  // The loop reaches what is added to the set meanwhile.
  for (const target of left)
    for (const { path, imports } of sources)
      if (imports.some((one) => one.target === target && !one.isTypeOnly)) left.add(path);
  return sources.map(({ path }) => path).filter((path) => path.endsWith(".test.ts") && !left.has(path));
}
