import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { setOwnServer } from "@/lib/settings/host";
import { routes } from "@/lib/routes";
import { createHttpServer } from "@/lib/http/server/http-server";
import { sharedInfrastructure as openOnce } from "@/lib/http/shared-infrastructure";

/** The service without its pages, for tests that need separate processes; `processes.ts` bundles and runs it. */
setOwnServer();
const infrastructure = await openOnce();
const { server, stop } = createHttpServer({
  routes,
  infrastructure,
  nextHandler: async (_request, response) => {
    response.end("a page");
  },
});
server.listen(infrastructure.settings.PORT, "127.0.0.1");
await once(server, "listening");
process.stdout.write(`served on http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);

process.once("SIGTERM", () => void stop().then(() => infrastructure.close()));
