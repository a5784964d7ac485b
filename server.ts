import { fileURLToPath } from "node:url";
import { fileRoutes, routes } from "@/lib/routes";
import { main } from "@/lib/server/main";
import { loadEnvFilesOrExit } from "./scripts/env-files.mjs";

loadEnvFilesOrExit();
await main([...routes, ...fileRoutes], {
  program: fileURLToPath(import.meta.url),
  buildsPages: process.argv.includes("--build-pages"),
});
