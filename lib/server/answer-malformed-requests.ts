import "server-only";
import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";
import type { Call, Reply } from "../http/route.ts";
import { headOf } from "./http-head.ts";
import type { Router } from "../http/router.ts";
import { callFrom, failBody } from "./node-adapter.ts";
import type { Traffic } from "./pending-responses.ts";
import {
  beginWreck,
  callFromWreck,
  defectOf,
  isUnfinished,
  type ParserError,
  type Wreck,
} from "./malformed-request.ts";

const lingerMilliseconds = 1000;

/** Answers what Node gives no response object for: requests that its parser refused, and CONNECT. */
export function answerWrecks(
  server: Server,
  traffic: Traffic,
  router: Router,
  answer: (call: Call) => Promise<Reply>,
): void {
  const wrecks = new WeakMap<Socket, Wreck | "done">();

  /** Each connection once: what follows a refused request can't be told from its rest. */
  function finish(socket: Socket, call: Call | null): void {
    wrecks.set(socket, "done");
    // Where nothing is being answered that Node knows of, it would end the connection as soon as the client ends its own direction.
    socket.removeAllListeners("end");
    traffic.whenQuiet(socket, () => {
      if (!socket.writable || call === null) close(socket);
      else
        answer(call)
          .then((reply) => write(socket, reply))
          .catch(() => socket.destroy());
    });
  }

  server.on("connect", (request: IncomingMessage, socket: Socket) => {
    socket.on("error", () => undefined);
    finish(socket, callFrom(request, router));
  });

  server.on("clientError", (error: ParserError, socket: Socket) => {
    const known = wrecks.get(socket);
    if (known === "done") return;
    if (!known) socket.on("error", () => undefined);
    // A browser opens connections ahead of need: one that nothing came on asked for nothing.
    if (error.code === "ECONNRESET" || socket.bytesRead === 0) {
      socket.destroy();
      return;
    }
    // Its request was read and is being answered: that answer is the only one.
    const inBody = known ? null : traffic.requestInBody(socket);
    if (inBody) {
      failBody(inBody, defectOf(error));
      finish(socket, null);
      return;
    }
    const wreck = known ? continued(known, error) : beginWreck(error);
    wrecks.set(socket, wreck);
    if (!isUnfinished(wreck)) finish(socket, callFromWreck(wreck, socket.remoteAddress ?? null, router));
  });
}

/** The parser refuses every further packet too; an error without one says that no more will come. */
function continued({ error: first, text }: Wreck, error: ParserError): Wreck {
  return error.rawPacket ? { error: first, text: text + error.rawPacket.toString("latin1") } : { error, text };
}

function write(socket: Socket, reply: Reply): void {
  if (socket.writable) {
    socket.write(headOf(reply, "close"));
    if (reply.body) socket.write(reply.body);
  }
  close(socket);
}

/** Whoever is still sending is given a moment to read the answer: bytes that meet a closed connection take it away. */
function close(socket: Socket): void {
  socket.end();
  socket.resume();
  const linger = setTimeout(() => socket.destroy(), lingerMilliseconds);
  socket.once("close", () => clearTimeout(linger));
}
