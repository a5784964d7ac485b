import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { env } from "@/lib/settings/env";
import { setOwnServer } from "@/lib/settings/host";
import { routes } from "@/lib/routes";
import { createHttpServer } from "@/lib/http/server/http-server";
import { sharedInfrastructure } from "@/lib/http/shared-infrastructure";

/** The API without pages, which need no build then. */
setOwnServer();
const infrastructure = await sharedInfrastructure();
const { server, stop } = createHttpServer({
  routes,
  infrastructure,
  nextHandler: async (_request, response) => {
    response.end();
  },
});
process.once("SIGTERM", () => {
  void stop()
    .then(() => infrastructure.close())
    .finally(() => process.exit());
});
server.listen(env().PORT, "127.0.0.1");
await once(server, "listening");
process.stdout.write(`served on http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
