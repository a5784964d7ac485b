import { routes } from "@/lib/routes";
import { run } from "@/lib/server/run";

await run(routes);
