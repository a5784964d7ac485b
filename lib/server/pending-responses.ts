import "server-only";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

interface ResponseQueue {
  /** Answers that may not be written whole yet, in their order. */
  responses: ServerResponse[];
  /** What came last: a parser that fails while it is incomplete fails in its body. */
  last: IncomingMessage;
  /** Requests behind the one that is being answered. */
  queue: (() => void)[];
}

/**
 * Which answers each connection still waits for. A client may send requests before the answers to
 * earlier ones are there (pipelining, RFC 9112 §9.3.2): Node hands out all that one packet holds, a
 * thousand and more. They are answered one after the other, and the connection is not read further while
 * any of them waits, so that one connection takes no more of the service than another.
 */
export class PendingResponses {
  readonly #lines = new WeakMap<Socket, ResponseQueue>();

  /** @param answer is called when it is this request's turn, and not at all when the connection has closed by then. */
  begin(nodeRequest: IncomingMessage, nodeResponse: ServerResponse, answer: () => void): void {
    const { socket } = nodeRequest;
    const line = this.#lines.get(socket) ?? this.#open(socket, nodeRequest);
    line.last = nodeRequest;
    while (line.responses[0]?.closed) line.responses.shift();
    line.responses.push(nodeResponse);
    nodeResponse.once("close", () => {
      if (line.queue.length === 0 || socket.destroyed) return;
      line.queue.shift()?.();
      if (line.queue.length === 0) socket.resume();
    });
    if (line.responses.length === 1) {
      answer();
      return;
    }
    line.queue.push(answer);
    socket.pause();
  }

  #open(socket: Socket, last: IncomingMessage): ResponseQueue {
    const line: ResponseQueue = { responses: [], last, queue: [] };
    this.#lines.set(socket, line);
    // Node reads on as soon as it has done with one request.
    socket.on("resume", () => {
      if (line.queue.length > 0) socket.pause();
    });
    return line;
  }

  /** What came last on a connection, while its body is not whole. */
  requestInBody(socket: Socket): IncomingMessage | null {
    const last = this.#lines.get(socket)?.last;
    return last?.complete === false ? last : null;
  }

  /** Nothing else may be written between the bytes of an answer that is under way, nor before it. */
  whenQuiet(socket: Socket, work: () => void): void {
    // Answers leave in their order, and a connection that ends takes all of them with it.
    const last = this.#lines.get(socket)?.responses.at(-1);
    if (last && !last.closed) last.once("close", work);
    else work();
  }
}
