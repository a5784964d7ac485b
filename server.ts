import { fileRoutes, routes } from "@/lib/routes";
import { main } from "@/lib/server/main";

await main([...routes, ...fileRoutes], { buildsPages: process.argv.includes("--build-pages") });
