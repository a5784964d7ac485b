import "server-only";
import type { Server } from "node:http";
import type { Socket } from "node:net";
import { handleRequest } from "../../pipeline.ts";
import { createRequest } from "../../request.ts";
import type { Router } from "../../router.ts";
import type { HttpRequest, HttpResponse } from "../../route.ts";
import type { Infrastructure } from "../../../infrastructure.ts";
import { onePerTurn } from "../../../core/yielding.ts";
import { closingUnanswered, type Connection, type Connections } from "../connections.ts";
import { serializeHead, maxSimpleGetCharacters, parseSimpleGet, type SimpleGet } from "./http-head.ts";

/** In milliseconds, with the names of `node:http`. */
export interface SocketTimeouts {
  /** Until the first request arrives. */
  headersTimeout: number;
  /** Until the next request arrives. */
  keepAliveTimeout: number;
  /** Until the client has read a response. */
  timeout: number;
}

interface FastPathOptions {
  connections: Connections;
  timeouts: SocketTimeouts;
  router: Router;
  infrastructure: Infrastructure;
  /** Hands a connection, with its unread bytes, to `node:http`. */
  passToNode: (socket: Socket) => void;
  /** Defers the parsing of large input: at most one connection per turn of the event loop, so that others are served in between. */
  schedule: (work: () => void) => void;
  /** The value of `Connection` for a connection that stays open, with the `Keep-Alive` header that `node:http` adds. */
  keepAlive: string;
}

/** Input of this length may contain many requests, and Node's parser handles all of them in one turn. */
const manyRequestsBytes = 2_048;

/**
 * Responds to simple GETs without `node:http`, which would double their cost. A connection stays on the fast path as
 * long as it sends one simple GET after the other. The first input of any other kind (a page, a write, an incomplete
 * head, a second request before the first response) hands the connection and that input to `node:http` for good.
 */
export function openFastPath(
  server: Server,
  options: Omit<FastPathOptions, "passToNode" | "schedule" | "keepAlive">,
): void {
  const listeners = server.listeners("connection");
  server.removeAllListeners("connection");
  const leave = (socket: Socket) => {
    for (const listen of listeners) listen.call(server, socket);
  };
  const keepAlive = `keep-alive\r\nKeep-Alive: timeout=${Math.floor(options.timeouts.keepAliveTimeout / 1000)}`;
  const whole = { ...options, passToNode: leave, schedule: onePerTurn(), keepAlive };
  server.on("connection", (socket: Socket) => {
    if (options.connections.canAccept(socket)) new FastPathConnection(socket, whole);
    else socket.destroy();
  });
}

class FastPathConnection {
  readonly #socket: Socket;
  readonly #options: FastPathOptions;
  readonly #connection: Connection;
  readonly #peer: string | null;
  readonly #fail: (error: unknown) => void;
  /** Other input has arrived, so `node:http` takes over after the pending response. */
  #isLeaving = false;
  /** The client has half-closed the connection, as `nc` does. */
  #isLast = false;

  constructor(socket: Socket, options: FastPathOptions) {
    this.#socket = socket;
    this.#options = options;
    this.#peer = socket.remoteAddress ?? null;
    this.#fail = closingUnanswered(socket);
    this.#connection = options.connections.add(socket);
    socket.on("data", this.#read).on("end", this.#end).on("timeout", this.#expire).on("error", ignore);
    socket.setTimeout(options.timeouts.headersTimeout);
  }

  readonly #read = (bytes: Buffer): void => {
    const socket = this.#socket;
    const isFree =
      this.#connection.inFlight === 0 && socket.writableLength === 0 && bytes.length <= maxSimpleGetCharacters;
    const head = isFree ? parseSimpleGet(bytes.toString("latin1")) : null;
    if (!head) {
      this.#passOn(bytes);
      return;
    }
    const { keepAliveTimeout } = this.#options.timeouts;
    if (socket.timeout !== keepAliveTimeout) socket.setTimeout(keepAliveTimeout);
    this.#connection.inFlight = 1;
    handleRequest(this.#toRequest(head), this.#options.infrastructure).then(this.#write).catch(this.#fail);
  };

  #toRequest({ target, headers }: SimpleGet): HttpRequest {
    return createRequest(
      {
        method: "GET",
        target,
        header: (name) => headers.get(name),
        peer: this.#peer,
        // A client that has only closed its half is not told apart from one that has hung up.
        isGone: () => this.#socket.destroyed || this.#isLast,
      },
      this.#options.router,
    );
  }

  readonly #write = (response: HttpResponse): void => {
    const socket = this.#socket;
    const { isEnding } = this.#connection;
    this.#connection.inFlight = 0;
    if (!socket.writable) return;
    // Sends head and body in one packet.
    socket.cork();
    socket.write(serializeHead(response, isEnding ? "close" : this.#options.keepAlive), "latin1");
    if (response.body) socket.write(response.body);
    socket.uncork();
    if (isEnding || this.#isLast) socket.end();
    else if (this.#isLeaving) this.#handOver();
  };

  /** Puts other input back into the stream until the pending response is sent, then hands the connection over. */
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
    // The bytes read so far belong to a request that has not been counted yet.
    this.#connection.bytesSeen = -1;
    this.#options.passToNode(socket);
    socket.resume();
  }

  readonly #end = (): void => {
    this.#isLast = true;
    if (this.#connection.inFlight === 0) this.#socket.end();
  };

  /** Waits a turn, because after a busy period timers run before newly arrived bytes are read. */
  readonly #expire = (): void => {
    const { bytesRead } = this.#socket;
    setImmediate(() => {
      if (this.#socket.bytesRead === bytesRead && !this.#isLeaving) this.#lose();
    });
  };

  /** Destroys a connection that was idle for `keepAliveTimeout`; one with a pending or unread response gets the longer `timeout`. */
  readonly #lose = (): void => {
    const { timeout, keepAliveTimeout } = this.#options.timeouts;
    const socket = this.#socket;
    const more = timeout - keepAliveTimeout;
    const isWaitedFor = this.#connection.inFlight > 0 || socket.writableLength > 0;
    if (isWaitedFor && more > 0 && socket.timeout === keepAliveTimeout) socket.setTimeout(more);
    else socket.destroy();
  };
}

function ignore(): void {}
