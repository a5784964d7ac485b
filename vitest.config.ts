import { readFileSync } from "node:fs";
import path from "node:path";
import { defineConfig } from "vitest/config";
import { withoutEnvFiles } from "./scripts/env-files.mjs";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const root = import.meta.dirname;

/** Those that start one process after the other, or wait for interpreters. */
const slow =
  /\/(seventh-resource|start|stop|conformance|killed|processes|replay|request-log|accounts-create|topology|backup|cluster|next-auth|outage|emptied-redis|updates|reference)\.test\.ts$|\/docs\/reference\/writes/;

/** Each collects all garbage several times, which takes seconds in a process that has run a hundred files. */
const measuresMemory = ({ moduleId }: TestSpecification) => readFileSync(moduleId, "utf8").includes("held-bytes.ts");

/** So that the last to run is not the longest, alone on one processor. */
class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = (file: TestSpecification) => (measuresMemory(file) ? 0 : slow.test(file.moduleId) ? 1 : 2);
    return (await super.sort(files)).toSorted((one, other) => rankOf(one) - rankOf(other));
  }
}

export default defineConfig({
  resolve: {
    alias: { "server-only": path.join(root, "scripts/server-only-stub.mjs"), "@": root },
  },
  plugins: [
    {
      name: "markdown-as-text",
      transform: (text, file) => (file.endsWith(".md") ? `export default ${JSON.stringify(text)}` : undefined),
    },
  ],
  test: {
    include: ["{components,lib,packages,prisma,scripts,test}/**/*.test.ts"],
    globalSetup: "test/global-setup.ts",
    pool: "forks",
    // As in test/node.ts: baseline-compiled PGlite starts faster, which matters more than speed here.
    execArgv: ["--liftoff-only"],
    // A test leaves nothing behind in its process, so the next file finds modules and WebAssembly compiled.
    isolate: false,
    // Where there are two processors: many tests wait for a process or for the end of a fault.
    maxWorkers: 4,
    // As `@full` in the titles of flows.
    tags: [{ name: "full", description: "Only `npm run test:full` runs it." }],
    sequence: { sequencer: SlowestFirst },
    // As for flows: on CI no one is there to retry, and what passes only at the second attempt is named at the end.
    retry: process.env["CI"] ? 1 : 0,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    env: { NODE_ENV: "test", ...withoutEnvFiles },
    coverage: {
      provider: "custom",
      customProviderModule: "scripts/coverage-provider.mjs",
      // Components are run by a browser, which is not counted.
      include: ["app/api/**/*.ts", "lib/**/*.ts", "prisma/seed/**/*.ts", "scripts/**/*.ts"],
      exclude: ["**/*.test.ts", "test/**", "lib/db/generated/**"],
      skipFull: true,
      reporter: [
        ["text", { maxCols: 0 }],
        ["text", { maxCols: 0, file: "untested-lines.txt" }],
      ],
      reportsDirectory: "test-results/coverage",
      // A failing test says nothing against what the others have reached.
      reportOnFailure: true,
    },
  },
});
