import "server-only";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

interface ResponseQueue {
  /** Responses that may not be complete yet, in order. */
  responses: ServerResponse[];
  /** The last request. If the parser fails while it is incomplete, the failure is in its body. */
  last: IncomingMessage;
  /** Starts the requests behind the current one. */
  waiting: (() => void)[];
}

/**
 * Handles the requests of a connection one after the other. A client may send further requests before it has a response
 * (pipelining, RFC 9112 §9.3.2), and Node emits all requests of a packet at once, which may be more than a thousand. The
 * connection is not read while any of them waits, so that one connection can't take more of the service than another.
 */
export class PendingResponses {
  readonly #queues = new WeakMap<Socket, ResponseQueue>();

  /** @param answer called when it is this request's turn; never called if the connection has closed by then. */
  begin(nodeRequest: IncomingMessage, nodeResponse: ServerResponse, answer: () => void): void {
    const { socket } = nodeRequest;
    const queue = this.#queues.get(socket) ?? this.#open(socket, nodeRequest);
    queue.last = nodeRequest;
    while (queue.responses[0]?.closed) queue.responses.shift();
    queue.responses.push(nodeResponse);
    nodeResponse.once("close", () => {
      if (queue.waiting.length === 0 || socket.destroyed) return;
      queue.waiting.shift()?.();
      if (queue.waiting.length === 0) socket.resume();
    });
    if (queue.responses.length === 1) {
      answer();
      return;
    }
    queue.waiting.push(answer);
    socket.pause();
  }

  #open(socket: Socket, last: IncomingMessage): ResponseQueue {
    const queue: ResponseQueue = { responses: [], last, waiting: [] };
    this.#queues.set(socket, queue);
    // Node resumes the socket as soon as one request is done.
    socket.on("resume", () => {
      if (queue.waiting.length > 0) socket.pause();
    });
    return queue;
  }

  /** The last request of a connection if its body is incomplete; else null. */
  requestInBody(socket: Socket): IncomingMessage | null {
    const last = this.#queues.get(socket)?.last;
    return last?.complete === false ? last : null;
  }

  /** Runs `work` once no response is pending, so that it can write without interleaving with one. */
  whenQuiet(socket: Socket, work: () => void): void {
    // Responses are sent in order, so the last one closes last; if the connection ends, all of them close.
    const last = this.#queues.get(socket)?.responses.at(-1);
    if (last && !last.closed) last.once("close", work);
    else work();
  }
}
