import { routes } from "@/lib/routes";
import { run } from "@/lib/server/main";

await run(routes);
