import { fileURLToPath } from "node:url";
import { servedRoutes } from "@/lib/routes";
import { main } from "@/lib/http/server/main";
import { loadEnvFilesOrExit } from "./scripts/env-files.mjs";

loadEnvFilesOrExit();
await main(servedRoutes, {
  program: fileURLToPath(import.meta.url),
  buildsPages: process.argv.includes("--build-pages"),
});
