import "server-only";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

interface Line {
  /** Answers that may not be written whole yet, in their order. */
  answers: ServerResponse[];
  /** What came last: a parser that fails while it is incomplete fails in its body. */
  last: IncomingMessage;
}

/** Which answers each connection still waits for: requests may be sent before the answers to earlier ones are there. */
export class Traffic {
  readonly #lines = new WeakMap<Socket, Line>();

  /** Every request comes by here: nothing is listened for before somebody asks. */
  begin(request: IncomingMessage, response: ServerResponse): void {
    const line = this.#lines.get(request.socket);
    if (!line) {
      this.#lines.set(request.socket, { answers: [response], last: request });
      return;
    }
    line.last = request;
    while (line.answers[0]?.closed) line.answers.shift();
    line.answers.push(response);
  }

  /** What came last on a connection, while its body is not whole. */
  requestInBody(socket: Socket): IncomingMessage | null {
    const last = this.#lines.get(socket)?.last;
    return last?.complete === false ? last : null;
  }

  /** Nothing else may be written between the bytes of an answer that is under way, nor before it. */
  whenQuiet(socket: Socket, work: () => void): void {
    // Answers leave in their order, and a connection that ends takes all of them with it.
    const last = this.#lines.get(socket)?.answers.at(-1);
    if (last && !last.closed) last.once("close", work);
    else work();
  }
}
