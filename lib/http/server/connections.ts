import "server-only";
import { log } from "../../core/log.ts";
import { readdirSync, readFileSync } from "node:fs";
import { Server as NetServer, type Server, type Socket } from "node:net";
import type { AddressSource } from "../../core/client-address.ts";

const defaultStopMilliseconds = 8_000;
const sweepMilliseconds = 50;

/** The state of one connection, updated by the code that responds on it. */
export interface Connection {
  /** Requests without a complete response. */
  inFlight: number;
  /** Bytes read when the last request arrived or was completed; further bytes belong to another request. */
  bytesSeen: number;
  /** The server is stopping: the next response has `Connection: close` and ends the connection. */
  isEnding: boolean;
}

/** How many connections may be open. Each uses a file descriptor of the process. */
export interface ConnectionLimits {
  connections: number;
  /** The limit for one address, which applies when few connections are left. */
  perPeer: number;
}

/** Descriptors kept free for later use: files of pages and tables, connections to the database and the limit store. */
const reservedDescriptors = 64;

/** The limits that the file descriptors permit. @param from behind a proxy all clients have one peer: no `perPeer`. */
export function defaultConnectionLimits({ from }: Pick<AddressSource, "from">): ConnectionLimits {
  const free = freeDescriptors();
  const connections = Math.max(1, Math.floor(free / 2), free - reservedDescriptors);
  return { connections, perPeer: from === "peer" ? Math.ceil(connections / 16) : Infinity };
}

/** Infinite on systems other than Linux, where it is unknown. Open files count: the embedded database has about a hundred. */
function freeDescriptors(): number {
  try {
    const limits = readFileSync("/proc/self/limits", "utf8");
    return Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? Infinity) - readdirSync("/proc/self/fd").length;
  } catch {
    return Infinity;
  }
}

/**
 * Tracks all connections of a server, so that it can stop gracefully: it accepts no new ones, completes pending
 * responses, and closes the rest.
 *
 * Node's own `closeIdleConnections` treats a connection as idle as soon as the response is handed over, and cuts off
 * what a slow client has not read yet.
 */
export class Connections {
  readonly #open = new Map<Socket, Connection>();
  readonly #byPeer = new Map<string, number>();
  readonly #limits: ConnectionLimits;
  #isStopping = false;

  constructor(limits: ConnectionLimits = { connections: Infinity, perPeer: Infinity }) {
    this.#limits = limits;
  }

  /** While true, every response has `Connection: close` and ends its connection. */
  get isStopping(): boolean {
    return this.#isStopping;
  }

  /** Above three quarters of the limit, a peer gets at most its share, so that one peer can't shut out the others. */
  canAccept({ remoteAddress = "" }: Socket): boolean {
    const { connections, perPeer } = this.#limits;
    if (this.#open.size < connections * 0.75) return true;
    return this.#open.size < connections && (this.#byPeer.get(remoteAddress) ?? 0) < perPeer;
  }

  add(socket: Socket): Connection {
    // Infinity marks the connection as idle, because no request has been read yet.
    const connection = { inFlight: 0, bytesSeen: Infinity, isEnding: this.#isStopping };
    const { remoteAddress: peer = "" } = socket;
    this.#open.set(socket, connection);
    this.#count(peer, 1);
    socket.once("close", () => {
      this.#open.delete(socket);
      this.#count(peer, -1);
    });
    return connection;
  }

  #count(peer: string, more: number): void {
    const count = (this.#byPeer.get(peer) ?? 0) + more;
    if (count > 0) this.#byPeer.set(peer, count);
    else this.#byPeer.delete(peer);
  }

  /** Marks the start of a request. @returns a function to call once, when the response has been sent. */
  begin(socket: Socket): () => void {
    const connection = this.#open.get(socket);
    if (!connection) return () => undefined;
    connection.inFlight += 1;
    connection.bytesSeen = socket.bytesRead;
    return () => {
      connection.inFlight -= 1;
      connection.bytesSeen = socket.bytesRead;
    };
  }

  /** Resolves when all connections are closed. Those still open after `timeoutMilliseconds` are destroyed. */
  async stop(server: Server, timeoutMilliseconds = defaultStopMilliseconds): Promise<void> {
    this.#isStopping = true;
    for (const connection of this.#open.values()) connection.isEnding = true;
    // `http.Server.close` would also close connections that it considers idle.
    const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
    // Not at once: what has arrived before the signal is read first, which in a busy process comes after its timers.
    const sweep = setInterval(() => setImmediate(() => this.#closeIdle()), sweepMilliseconds);
    const end = setTimeout(() => this.#open.forEach((_connection, socket) => socket.destroy()), timeoutMilliseconds);
    await closed;
    clearInterval(sweep);
    clearTimeout(end);
    // Node's own timer for slow requests would keep the server and all its data in memory.
    server.close();
  }

  #closeIdle(): void {
    for (const [socket, { inFlight, bytesSeen }] of this.#open) {
      if (inFlight === 0 && socket.bytesRead <= bytesSeen) socket.destroySoon();
    }
  }
}

/** What to do when a request fails without a response: logs why, and ends its connection. */
export function closingUnanswered(connection: { destroy(): unknown }): (error: unknown) => void {
  return (error) => {
    log.error({ err: error }, "A request failed without a response.");
    connection.destroy();
  };
}
