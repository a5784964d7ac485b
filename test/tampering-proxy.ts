import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { freshAddress } from "./quota-helpers.ts";

/** A request and its response: their heads, and the response's body as sent. */
export interface PassingResponse {
  /** The request line, such as `GET /api/shows HTTP/1.1`, and the header fields. */
  asked: readonly string[];
  /** The status line, such as `HTTP/1.1 200 OK`, and the header fields. */
  head: string[];
  body: Buffer;
}

export type Tamper = (passing: PassingResponse) => PassingResponse;

/**
 * A proxy in front of a service, which forwards bytes unchanged, one request per connection, but for what `tamper`
 * changes. Its clients have their own address, if the service trusts one proxy.
 */
export async function startTamperingProxy(
  port: number,
  tamper: Tamper = (passing) => passing,
): Promise<{ url: string; close(): Promise<void> }> {
  const address = freshAddress();
  const sockets = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const service = connect({ port, host: "127.0.0.1" });
    for (const socket of [client, service]) {
      sockets.add(socket);
      socket.on("error", () => undefined).once("close", () => sockets.delete(socket));
    }
    let waiting = Buffer.alloc(0);
    let asked: string[] | null = null;
    client.on("data", (bytes: Buffer) => {
      if (asked) return void service.write(bytes);
      waiting = Buffer.concat([waiting, bytes]);
      const { head, body } = splitHead(waiting);
      if (!head) return;
      asked = head;
      service.write(joined([...asked, `X-Forwarded-For: ${address}`], body));
    });
    const pieces: Buffer[] = [];
    service.on("data", (bytes: Buffer) => pieces.push(bytes));
    service.once("end", () => {
      const whole = Buffer.concat(pieces);
      const { head, body } = splitHead(whole);
      const passing = head && tamper({ asked: asked ?? [], head, body });
      client.end(passing ? joined(passing.head, passing.body) : whole);
      service.destroy();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

function splitHead(bytes: Buffer): { head: string[] | null; body: Buffer } {
  const end = bytes.indexOf("\r\n\r\n");
  if (end < 0) return { head: null, body: bytes };
  return { head: bytes.subarray(0, end).toString("latin1").split("\r\n"), body: bytes.subarray(end + 4) };
}

function joined(lines: readonly string[], body: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1"), body]);
}
