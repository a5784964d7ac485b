import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { upstashBridge } from "../scripts/upstash-bridge.ts";

/** A test's own bridge, on a free port. */
export interface RunningBridge {
  url: string;
  port: number;
  token: string;
  close(): Promise<void>;
}

export async function startBridge(redisPort: number, token = "a test's token"): Promise<RunningBridge> {
  const server = upstashBridge({ redisHost: "127.0.0.1", redisPort, token });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    token,
    close: async () => {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
