import "server-only";
import type { Server } from "node:http";
import type { Socket } from "node:net";
import { createRequest } from "../http/request.ts";
import type { Router } from "../http/router.ts";
import type { HttpRequest, HttpResponse } from "../http/route.ts";
import { log } from "../log.ts";
import type { Connection, Connections } from "./connections.ts";
import { serializeHead, maxSimpleGetCharacters, parseSimpleGet, type SimpleGet } from "./http-head.ts";

/** In milliseconds, as `node:http` names them. */
export interface SocketTimeouts {
  /** For the first request to come. */
  headersTimeout: number;
  /** For the next one. */
  keepAliveTimeout: number;
  /** For an answer to be taken in. */
  timeout: number;
}

interface FastPathOptions {
  connections: Connections;
  timeouts: SocketTimeouts;
  router: Router;
  answer: (request: HttpRequest) => Promise<HttpResponse>;
  /** Gives a connection, and what has come on it, to `node:http`. */
  passToNode: (socket: Socket) => void;
  /** Has the parser begin with much at once on one connection in a turn of the event loop: others are answered in between. */
  schedule: (work: () => void) => void;
  /** What an answer says of its connection, as `node:http` says it. */
  keepAlive: string;
}

/** Of this length, what comes first on a connection may be many requests, and Node's parser takes up all of them in one go. */
const manyRequestsBytes = 2_048;

/**
 * Answers plain reads without `node:http`, which takes as long for one as all the rest of us.
 * A connection belongs to this lane as long as it brings one plain read after the other; with
 * the first thing that is anything else (a page, a write, half a head, a second request before
 * the answer to the first) it is Node's, with all that has come, and stays so.
 */
export function openFastPath(
  server: Server,
  lane: Omit<FastPathOptions, "passToNode" | "schedule" | "keepAlive">,
): void {
  const listeners = server.listeners("connection");
  server.removeAllListeners("connection");
  const leave = (socket: Socket) => {
    for (const listen of listeners) listen.call(server, socket);
  };
  const keepAlive = `keep-alive\r\nKeep-Alive: timeout=${Math.floor(lane.timeouts.keepAliveTimeout / 1000)}`;
  const whole = { ...lane, passToNode: leave, schedule: onePerTurn(), keepAlive };
  server.on("connection", (socket: Socket) => {
    if (lane.connections.canAccept(socket)) new FastPathConnection(socket, whole);
    else socket.destroy();
  });
}

class FastPathConnection {
  readonly #socket: Socket;
  readonly #options: FastPathOptions;
  readonly #connection: Connection;
  readonly #peer: string | null;
  /** Something else has come meanwhile. */
  #isLeaving = false;
  /** The client has closed its own direction, as `nc` does. */
  #isLast = false;

  constructor(socket: Socket, lane: FastPathOptions) {
    this.#socket = socket;
    this.#options = lane;
    this.#peer = socket.remoteAddress ?? null;
    this.#connection = lane.connections.add(socket);
    socket.on("data", this.#read).on("end", this.#end).on("timeout", this.#expire).on("error", ignore);
    socket.setTimeout(lane.timeouts.headersTimeout);
  }

  readonly #read = (bytes: Buffer): void => {
    const socket = this.#socket;
    const isFree =
      this.#connection.inFlight === 0 && socket.writableLength === 0 && bytes.length <= maxSimpleGetCharacters;
    const head = isFree ? parseSimpleGet(bytes.toString("latin1")) : null;
    const request = head && this.#toRequest(head);
    if (!request) {
      this.#passOn(bytes);
      return;
    }
    const { keepAliveTimeout } = this.#options.timeouts;
    if (socket.timeout !== keepAliveTimeout) socket.setTimeout(keepAliveTimeout);
    this.#connection.inFlight = 1;
    this.#options.answer(request).then(this.#write, this.#destroy).catch(this.#fail);
  };

  /** Null for next-auth's paths: it speaks with Node's own requests. */
  #toRequest({ target, headers }: SimpleGet): HttpRequest | null {
    const request = createRequest(
      {
        method: "GET",
        target,
        header: (name) => headers.get(name),
        peer: this.#peer,
        isGone: () => this.#socket.destroyed,
      },
      this.#options.router,
    );
    return request.owner === "auth" ? null : request;
  }

  readonly #write = (response: HttpResponse): void => {
    const socket = this.#socket;
    const { isEnding } = this.#connection;
    this.#connection.inFlight = 0;
    if (!socket.writable) return;
    // One packet for both.
    socket.cork();
    socket.write(serializeHead(response, isEnding ? "close" : this.#options.keepAlive), "latin1");
    if (response.body) socket.write(response.body);
    socket.uncork();
    if (isEnding || this.#isLast) socket.end();
    else if (this.#isLeaving) this.#handOver();
  };

  /** What is no plain read waits, at its place in the stream, until what was asked before it is answered. */
  #passOn(bytes: Buffer): void {
    const socket = this.#socket;
    socket.off("data", this.#read);
    socket.pause();
    socket.unshift(bytes);
    this.#isLeaving = true;
    if (this.#connection.inFlight > 0) return;
    if (bytes.length < manyRequestsBytes) this.#handOver();
    else this.#options.schedule(() => this.#handOver());
  }

  #handOver(): void {
    const socket = this.#socket;
    if (socket.destroyed) return;
    socket.off("end", this.#end).off("timeout", this.#expire).off("error", ignore);
    // What has come is the beginning of a request that nobody has seen.
    this.#connection.bytesSeen = -1;
    this.#options.passToNode(socket);
    socket.resume();
  }

  readonly #end = (): void => {
    this.#isLast = true;
    if (this.#connection.inFlight === 0) this.#socket.end();
  };

  /** Where the event loop was busy, timers run before what has arrived meanwhile is read: it gets a turn to be. */
  readonly #expire = (): void => {
    const { bytesRead } = this.#socket;
    setImmediate(() => {
      if (this.#socket.bytesRead === bytesRead && !this.#isLeaving) this.#lose();
    });
  };

  /** Nothing has moved for the time that is given to the next request: an answer that is not taken in has more. */
  readonly #lose = (): void => {
    const { timeout, keepAliveTimeout } = this.#options.timeouts;
    const socket = this.#socket;
    const more = timeout - keepAliveTimeout;
    const isWaitedFor = this.#connection.inFlight > 0 || socket.writableLength > 0;
    if (isWaitedFor && more > 0 && socket.timeout === keepAliveTimeout) socket.setTimeout(more);
    else socket.destroy();
  };

  readonly #destroy = (): void => {
    this.#socket.destroy();
  };

  readonly #fail = (error: unknown): void => {
    log.error({ err: error }, "An answer could not be sent.");
    this.#destroy();
  };
}

/** @returns a function that does what it is given in turn, one in each turn of the event loop. */
function onePerTurn(): (work: () => void) => void {
  const queue: (() => void)[] = [];
  const next = () => {
    queue.shift()?.();
    if (queue.length > 0) setImmediate(next);
  };
  return (work) => {
    queue.push(work);
    if (queue.length === 1) setImmediate(next);
  };
}

function ignore(): void {}
