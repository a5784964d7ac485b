import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { freshAddress } from "./quota-helpers.ts";

/**
 * Network faults between the service and a store. `hang`: no data moves until the fault ends, then all of it does.
 * `lose`: the same, but existing connections never recover. `late`: responses take five seconds. An object: the
 * response to every request.
 */
export type Fault = "none" | "refuse" | "reset" | "hang" | "lose" | "late" | { answer: string };

export interface FaultProxy {
  /** The store's address with the proxy's port. */
  url: string;
  set(fault: Fault): Promise<void>;
  close(): Promise<void>;
}

const lateMilliseconds = 5_000;

interface Connection {
  client: Socket;
  store: Socket;
  isLost: boolean;
}

/** A proxy in front of a store on this machine, which can simulate network faults. @param address the store's URL. */
export async function startFaultProxy(address: string): Promise<FaultProxy> {
  const url = new URL(address);
  const storePort = Number(url.port);
  const connections = new Set<Connection>();
  let fault: Fault = "none";
  let over: Promise<void> = Promise.resolve();
  let endFault = () => undefined as void;

  function accept(client: Socket): void {
    const connection: Connection = { client, store: connect(storePort, "127.0.0.1"), isLost: false };
    connections.add(connection);
    const end = () => {
      connections.delete(connection);
      client.destroy();
      connection.store.destroy();
    };
    for (const socket of [client, connection.store])
      socket
        .on("error", () => undefined)
        .on("close", end)
        .setNoDelay(true);
    if (fault === "reset") {
      client.resetAndDestroy();
      return;
    }
    connection.isLost = fault === "lose";
    carry(connection, client, connection.store, 0);
    carry(connection, connection.store, client, lateMilliseconds);
  }

  /** Forwards data in order. */
  function carry(connection: Connection, from: Socket, to: Socket, delay: number): void {
    let before = Promise.resolve();
    from.on("data", (chunk) => {
      const at = Date.now();
      before = before.then(async () => {
        if (typeof fault === "object") {
          connection.client.end(fault.answer);
          return;
        }
        if (fault === "late") await pause(at + delay - Date.now());
        if (fault === "hang") await over;
        if (!connection.isLost && !to.destroyed) to.write(chunk);
      });
    });
  }

  const server = createServer(accept);
  const port = await listen(server, 0);
  url.port = String(port);
  // A socket that it names would lead past the proxy.
  url.search = "";

  return {
    url: url.href,
    set: async (next) => {
      endFault();
      over = new Promise((resolve) => (endFault = resolve));
      fault = next;
      if (next === "lose") for (const connection of connections) connection.isLost = true;
      if (next === "reset" || next === "refuse") for (const { client } of connections) client.resetAndDestroy();
      if (next === "refuse") await closed(server);
      else if (!server.listening) await listen(server, port);
    },
    close: async () => {
      endFault();
      for (const { client } of connections) client.destroy();
      await closed(server);
    },
  };
}

async function listen(server: Server, port: number): Promise<number> {
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

async function closed(server: Server): Promise<void> {
  if (!server.listening) return;
  const end = once(server, "close");
  server.close();
  await end;
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, milliseconds)).unref());
}

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
