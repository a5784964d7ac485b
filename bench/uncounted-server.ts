import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { utcDay } from "@/lib/clock";
import { env } from "@/lib/env";
import { createHttpServer } from "@/lib/server/http-server";
import type { Limiter } from "@/lib/rate-limit/limiter";
import { sharedInfrastructure } from "@/lib/shared-infrastructure";
import { listRoute } from "@/lib/resource/resource-routes";
import { resourceAt } from "@/lib/resources/resources";

/** The same read by the same code without counting; the difference is the cost of counting. */
const admitAll: Limiter = {
  hit: async () => tally(),
  peek: async () => tally(),
};

function tally() {
  return { isAdmitted: true, remaining: 1, day: utcDay(Date.now()), versions: { data: 1, keys: 1 } };
}

const opened = await sharedInfrastructure();
const { server } = createHttpServer({
  routes: [listRoute(resourceAt("shows"))],
  infrastructure: { ...opened, limiter: admitAll },
  nextHandler: async (_request, response) => {
    response.end();
  },
});
server.listen(env().PORT, "127.0.0.1");
await once(server, "listening");
process.stdout.write(`served on http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
