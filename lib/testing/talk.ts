import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { readAnswers, type RawAnswer } from "./raw-http.ts";

/** One connection that stays open, on which anything may be said. */
export interface Talk {
  socket: Socket;
  /** The first answers, once there are as many. @throws when the connection ends before. */
  answers(count: number): Promise<RawAnswer[]>;
  /** What came until the other side ended the connection. */
  all(): Promise<{ answers: RawAnswer[]; rest: Buffer }>;
}

/** @param methods of each request, so that an answer to HEAD is known to have no body. */
export async function talking(port: number, sent = "", methods: readonly string[] = []): Promise<Talk> {
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  await once(socket, "connect");
  // Joined only when they are looked at: of many megabytes each joining would take the time in which they must be read.
  const received: Buffer[] = [];
  socket.on("data", (bytes: Buffer) => received.push(bytes));
  socket.on("error", () => undefined);
  if (sent) socket.write(sent);
  return {
    socket,
    answers: async (count) => {
      for (;;) {
        const { answers } = readAnswers(Buffer.concat(received), methods);
        if (answers.length >= count) return answers;
        if (socket.destroyed) throw new Error(`The connection ended after ${answers.length} of ${count} answers.`);
        await more(socket);
      }
    },
    all: async () => {
      if (!socket.closed) await once(socket, "close");
      return readAnswers(Buffer.concat(received), methods);
    },
  };
}

/** Resolves when something has come, or nothing will any more. */
async function more(socket: Socket): Promise<void> {
  const come = new AbortController();
  const { signal } = come;
  await Promise.race([once(socket, "data", { signal }), once(socket, "close", { signal })]);
  come.abort();
}
