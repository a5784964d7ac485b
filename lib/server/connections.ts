import "server-only";
import { readdirSync, readFileSync } from "node:fs";
import { Server as NetServer, type Server, type Socket } from "node:net";

const defaultStopMilliseconds = 8_000;
const sweepMilliseconds = 50;

/** What is known of one connection, kept by whoever answers on it. */
export interface Connection {
  /** Requests that are not answered yet. */
  inFlight: number;
  /** How much had been read of it when its last request came, or was answered: more is the beginning of another. */
  bytesSeen: number;
  /** The server is stopping: the next answer ends the connection, and says so. */
  isEnding: boolean;
}

/** How many connections may be open: each takes one of the process's file descriptors. */
export interface ConnectionLimits {
  connections: number;
  /** Of one address, when there are few left. */
  perPeer: number;
}

/** Descriptors for what is opened later: files of pages and tables, connections to the database and the limit store. */
const reservedDescriptors = 64;

/**
 * The room that the system gives this process.
 *
 * @param hops proxies of ours in front: with one, all clients come from its address.
 */
export function defaultConnectionLimits(hops: number): ConnectionLimits {
  const free = freeDescriptors();
  const connections = Math.max(1, Math.floor(free / 2), free - reservedDescriptors);
  return { connections, perPeer: hops === 0 ? Math.ceil(connections / 16) : Infinity };
}

/** Infinite where it is not known: only Linux tells. An embedded database alone has a hundred files open. */
function freeDescriptors(): number {
  try {
    const limits = readFileSync("/proc/self/limits", "utf8");
    return Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? Infinity) - readdirSync("/proc/self/fd").length;
  } catch {
    return Infinity;
  }
}

/**
 * All connections of a server, by which it can be ended: no new ones, requests under way are
 * answered, then the rest is closed.
 *
 * Node's own `closeIdleConnections` counts a connection as idle as soon as the answer is
 * handed over, and cuts off what a slow client has yet to read.
 */
export class Connections {
  readonly #open = new Map<Socket, Connection>();
  readonly #byPeer = new Map<string, number>();
  readonly #limits: ConnectionLimits;
  #isStopping = false;

  constructor(limits: ConnectionLimits = { connections: Infinity, perPeer: Infinity }) {
    this.#limits = limits;
  }

  /** From now on every answer ends its connection, and says so. */
  get isStopping(): boolean {
    return this.#isStopping;
  }

  /** Once three quarters of the room are taken, a peer that has its share gets no more: one can't shut out the others. */
  canAccept({ remoteAddress = "" }: Socket): boolean {
    const { connections, perPeer } = this.#limits;
    if (this.#open.size < connections * 0.75) return true;
    return this.#open.size < connections && (this.#byPeer.get(remoteAddress) ?? 0) < perPeer;
  }

  add(socket: Socket): Connection {
    // Nothing of a request has been read yet, or all that has is answered.
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

  /** @returns to be called once, when the answer has left. */
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

  /** Resolves when all are closed; those that are still open after `patience` milliseconds are cut off. */
  async stop(server: Server, patience = defaultStopMilliseconds): Promise<void> {
    this.#isStopping = true;
    for (const connection of this.#open.values()) connection.isEnding = true;
    // `http.Server.close` would also close what it takes for idle.
    const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
    this.#closeIdle();
    const sweep = setInterval(() => this.#closeIdle(), sweepMilliseconds);
    const end = setTimeout(() => this.#open.forEach((_connection, socket) => socket.destroy()), patience);
    await closed;
    clearInterval(sweep);
    clearTimeout(end);
  }

  #closeIdle(): void {
    for (const [socket, { inFlight, bytesSeen }] of this.#open) {
      if (inFlight === 0 && socket.bytesRead <= bytesSeen) socket.destroySoon();
    }
  }
}
