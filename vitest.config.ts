import path from "node:path";
import { defineConfig } from "vitest/config";
import { withoutEnvFiles } from "./scripts/env-files.mjs";

const root = import.meta.dirname;

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
    setupFiles: ["test/setup.ts"],
    pool: "forks",
    // As for every process that a test starts: baseline-compiled PGlite starts faster, which matters more than speed here.
    execArgv: ["--liftoff-only"],
    // A test leaves nothing behind in its process, so the next file finds modules and WebAssembly compiled.
    isolate: false,
    // Each loads the code and starts services of its own, and four take as long as three.
    maxWorkers: 3,
    // As `@full` in the titles of flows.
    tags: [{ name: "full", description: "Only `npm run test:full` runs it." }],
    // As for flows: on CI no one is there to retry, and what passes only at the second attempt is named at the end.
    retry: process.env["CI"] ? 1 : 0,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    env: { NODE_ENV: "test", ...withoutEnvFiles },
    coverage: {
      provider: "v8",
      // Components are run by a browser, which is not counted.
      include: ["app/api/**/*.ts", "lib/**/*.ts", "prisma/seed/**/*.ts", "scripts/**/*.ts"],
      exclude: ["**/*.test.ts", "test/**", "lib/**/generated/**"],
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
