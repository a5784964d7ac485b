import path from "node:path";
import { defineConfig } from "prisma/config";
import { loadEnvFiles } from "../scripts/env-files.mjs";

const root = path.dirname(import.meta.dirname);

loadEnvFiles();
const url = process.env["DIRECT_DATABASE_URL"] || process.env["DATABASE_URL_UNPOOLED"] || process.env["DATABASE_URL"];

// Prisma downloads its schema engine before every command unless it is given a path, but only these need it.
const [command = "", part] = process.argv.slice(2);
if (!(command === "migrate" || (command === "db" && part !== "seed")))
  process.env["PRISMA_SCHEMA_ENGINE_BINARY"] ??= path.join(root, "package.json");

export default defineConfig({
  schema: path.join(root, "prisma", "schema.prisma"),
  migrations: { path: path.join(root, "prisma", "migrations"), seed: "node scripts/run.mjs db-migrate" },
  ...(url ? { datasource: { url } } : {}),
});
