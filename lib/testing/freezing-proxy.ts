import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/** Stands before a server and can be made to say nothing any more, as a network does that has lost its way. */
export interface FreezingProxy {
  port: number;
  /** From now on connections are accepted, and nothing comes through any of them. */
  freeze(): void;
  /** New connections work again; the frozen ones never do. */
  thaw(): void;
  close(): void;
}

/** @param port where the server listens on this machine; null: there is none, and the proxy is frozen for good. */
export async function freezingProxy(port: number | null): Promise<FreezingProxy> {
  const sockets = new Set<Socket>();
  let isFrozen = port === null;

  const hold = (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
  };
  const server = createServer((near) => {
    hold(near);
    if (isFrozen || port === null) return;
    const far = connect(port, "127.0.0.1");
    hold(far);
    near.pipe(far);
    far.pipe(near);
    near.on("close", () => far.destroy());
    far.on("close", () => near.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");

  return {
    port: (server.address() as AddressInfo).port,
    freeze: () => {
      isFrozen = true;
      for (const socket of sockets) {
        socket.unpipe();
        socket.resume();
      }
    },
    thaw: () => {
      isFrozen = false;
    },
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
