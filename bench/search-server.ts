import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { env } from "@/lib/env";
import { openInfrastructure } from "@/lib/infrastructure";
import { routes } from "@/lib/routes";
import { createHttpServer } from "@/lib/server/http-server";

/** The API without pages, which need no build then. */
const infrastructure = await openInfrastructure(env(), process.cwd());
const { server } = createHttpServer({
  routes,
  infrastructure,
  nextHandler: async (_request, response) => {
    response.end();
  },
});
server.listen(env().PORT, "127.0.0.1");
await once(server, "listening");
process.stdout.write(`served on http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
