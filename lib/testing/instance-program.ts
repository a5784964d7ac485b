import { once } from "node:events";
import type { AddressInfo } from "node:net";
import * as changes from "@/app/api/changes/route";
import * as readiness from "@/app/api/health/ready/route";
import * as productions from "@/app/api/productions/route";
import * as quota from "@/app/api/quota/route";
import * as show from "@/app/api/shows/[id]/route";
import * as shows from "@/app/api/shows/route";
import { frontDoor } from "@/lib/server/front-door";
import { infrastructure as openOnce } from "@/lib/running";

/** The service without its pages, for tests that need processes of their own; they run it as `processes.ts` bundles it. */
const infrastructure = await openOnce();
const { server, stop } = frontDoor({
  routes: [changes, readiness, productions, quota, shows, show].flatMap(({ GET }) => GET.route ?? []),
  infrastructure,
  pages: async (_request, response) => {
    response.end("a page");
  },
});
server.listen(infrastructure.settings.PORT, "127.0.0.1");
await once(server, "listening");
process.stdout.write(`served on http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);

process.once("SIGTERM", () => void stop().then(() => infrastructure.close()));
