import path from "node:path";
import { defineConfig } from "vitest/config";

const root = import.meta.dirname;

export default defineConfig({
  resolve: {
    alias: { "server-only": path.join(root, "scripts/nothing.mjs"), "@": root },
  },
  test: {
    include: ["{components,lib,prisma,scripts}/**/*.test.ts"],
    globalSetup: "lib/testing/global-setup.ts",
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    env: { NODE_ENV: "test" },
  },
});
