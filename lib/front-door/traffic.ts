import "server-only";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { AppError } from "../errors.ts";

interface Line {
  /** Answers that are not written whole yet. */
  underWay: number;
  /** What came last: a parser that fails while it is incomplete fails in its body. */
  last: IncomingMessage;
  /** What is to be done once nothing is under way. */
  afterwards: (() => void) | null;
}

/** Which answers each connection still waits for: requests may be sent before the answers to earlier ones are there. */
export class Traffic {
  readonly #lines = new WeakMap<Socket, Line>();

  begin(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const line = this.#lines.get(socket);
    if (line) {
      line.last = request;
      line.underWay += 1;
    } else this.#lines.set(socket, { underWay: 1, afterwards: null, last: request });
    response.once("close", () => this.#end(socket));
  }

  isInBody(socket: Socket): boolean {
    return this.#lines.get(socket)?.last.complete === false;
  }

  /** Whoever reads the body would else wait for the rest of it. */
  failBody(socket: Socket, error: AppError): void {
    this.#lines.get(socket)?.last.emit("error", error);
  }

  /** Nothing else may be written between the bytes of an answer that is under way, nor before it. */
  whenQuiet(socket: Socket, work: () => void): void {
    const line = this.#lines.get(socket);
    if (line && line.underWay > 0) line.afterwards = work;
    else work();
  }

  #end(socket: Socket): void {
    const line = this.#lines.get(socket);
    if (!line) return;
    line.underWay -= 1;
    if (line.underWay === 0) line.afterwards?.();
  }
}
