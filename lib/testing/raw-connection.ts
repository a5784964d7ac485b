import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { readAnswers, type RawAnswer } from "./raw-http.ts";

/** One connection that is kept, and made anew when the service has closed it. */
export class RawConnection {
  #socket: Socket | null = null;

  constructor(readonly port: number) {}

  /** @param request all of its bytes. @throws when what comes is no whole answer, or more than one. */
  async send(request: Buffer, method: string): Promise<RawAnswer> {
    const kept = this.#socket?.destroyed ? null : this.#socket;
    try {
      return await this.#sendOn(kept ?? (await opened(this.port)), request, method);
    } catch (error) {
      this.close();
      // A service may close what lies idle, at the very moment at which it is used again.
      if (kept && error instanceof NothingCame) return this.#sendOn(await opened(this.port), request, method);
      throw error;
    }
  }

  async #sendOn(socket: Socket, request: Buffer, method: string): Promise<RawAnswer> {
    this.#socket = socket;
    const answer = await answerTo(socket, request, method);
    if (answer.headers.get("connection") === "close" || socket.destroyed || socket.readableEnded) this.close();
    return answer;
  }

  close(): void {
    this.#socket?.destroy();
    this.#socket = null;
  }
}

/** The connection was closed before the first byte of an answer. */
class NothingCame extends Error {}

const patienceMilliseconds = 20_000;

async function opened(port: number): Promise<Socket> {
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  // Also while nobody waits for anything.
  socket.on("error", () => undefined);
  await once(socket, "connect");
  return socket;
}

function answerTo(socket: Socket, request: Buffer, method: string): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    const finish = (settle: () => void) => {
      clearTimeout(patience);
      socket.off("data", read).off("error", fail).off("close", close);
      settle();
    };
    const fail = (error: Error) => finish(() => reject(pieces.length === 0 ? new NothingCame(error.message) : error));
    const close = () => fail(new Error(`closed before a whole answer: ${received()}`));
    const received = () => Buffer.concat(pieces).toString("latin1").slice(0, 500);
    const read = (piece: Buffer) => {
      pieces.push(piece);
      try {
        const { answers, rest } = readAnswers(Buffer.concat(pieces), [method]);
        const [answer, ...others] = answers;
        if (!answer) return;
        if (others.length > 0 || rest.length > 0) throw new Error(`more than one answer: ${received()}`);
        finish(() => resolve(answer));
      } catch (error) {
        fail(error as Error);
      }
    };
    const patience = setTimeout(
      () => finish(() => reject(new Error(`no whole answer: ${received()}`))),
      patienceMilliseconds,
    );
    socket.on("data", read).once("error", fail).once("close", close);
    socket.write(request);
  });
}
