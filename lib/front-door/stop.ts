import "server-only";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { Server as NetServer, type Socket } from "node:net";

const patienceMilliseconds = 8_000;
const sweepMilliseconds = 50;

interface Connection {
  underWay: number;
  /** How much had been read of it when its last request came, or was answered: more is the beginning of another. */
  bytesSeen: number;
}

/**
 * Makes a server one that can be ended: no new connections, requests under way are
 * answered, then the rest is closed.
 *
 * Node's own `closeIdleConnections` counts a connection as idle as soon as the answer is
 * handed over, and cuts off what a slow client has yet to read.
 */
export function stoppable(server: Server): () => Promise<void> {
  const connections = new Map<Socket, Connection>();
  let isStopping = false;

  server.on("connection", (socket: Socket) => {
    connections.set(socket, { underWay: 0, bytesSeen: 0 });
    socket.once("close", () => connections.delete(socket));
  });

  function watch({ socket }: IncomingMessage, response: ServerResponse): void {
    const connection = connections.get(socket);
    if (!connection) return;
    if (isStopping) response.setHeader("Connection", "close");
    connection.underWay += 1;
    connection.bytesSeen = socket.bytesRead;
    response.once("close", () => {
      connection.underWay -= 1;
      connection.bytesSeen = socket.bytesRead;
    });
  }
  server.prependListener("request", watch);
  server.prependListener("checkExpectation", watch);

  function closeIdle(): void {
    for (const [socket, { underWay, bytesSeen }] of connections) {
      if (underWay === 0 && socket.bytesRead === bytesSeen) socket.destroySoon();
    }
  }

  return async () => {
    isStopping = true;
    const closed = new Promise<void>((resolve) => closeListener(server, resolve));
    closeIdle();
    const sweep = setInterval(closeIdle, sweepMilliseconds);
    const patience = setTimeout(
      () => connections.forEach((_connection, socket) => socket.destroy()),
      patienceMilliseconds,
    );
    await closed;
    clearInterval(sweep);
    clearTimeout(patience);
  };
}

/** `http.Server.close` would also close what it takes for idle. */
function closeListener(server: Server, done: () => void): void {
  NetServer.prototype.close.call(server, () => done());
}
