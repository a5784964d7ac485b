import "server-only";
import { Server as NetServer, type Server, type Socket } from "node:net";

const usualPatienceMilliseconds = 8_000;
const sweepMilliseconds = 50;

/** What is known of one connection, kept by whoever answers on it. */
export interface Connection {
  /** Requests that are not answered yet. */
  underWay: number;
  /** How much had been read of it when its last request came, or was answered: more is the beginning of another. */
  bytesSeen: number;
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
  #isStopping = false;

  /** From now on every answer ends its connection, and says so. */
  get isStopping(): boolean {
    return this.#isStopping;
  }

  add(socket: Socket): Connection {
    // Nothing of a request has been read yet, or all that has is answered.
    const connection = { underWay: 0, bytesSeen: Infinity };
    this.#open.set(socket, connection);
    socket.once("close", () => this.#open.delete(socket));
    return connection;
  }

  /** @returns to be called once, when the answer has left. */
  begin(socket: Socket): () => void {
    const connection = this.#open.get(socket);
    if (!connection) return () => undefined;
    connection.underWay += 1;
    connection.bytesSeen = socket.bytesRead;
    return () => {
      connection.underWay -= 1;
      connection.bytesSeen = socket.bytesRead;
    };
  }

  /** Resolves when all are closed; those that are still open after `patience` milliseconds are cut off. */
  async stop(server: Server, patience = usualPatienceMilliseconds): Promise<void> {
    this.#isStopping = true;
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
    for (const [socket, { underWay, bytesSeen }] of this.#open) {
      if (underWay === 0 && socket.bytesRead <= bytesSeen) socket.destroySoon();
    }
  }
}
