import { connect } from "node:net";

/** A RESP2 response; an error is a value, because a pipeline's responses may include errors. */
export type RedisReply = string | number | null | RedisError | RedisReply[];

export class RedisError extends Error {
  override name = "RedisError";
}

export interface RedisConnection {
  /** Sends commands together. Resolves with their responses in the same order; rejects when the connection is lost. */
  send(commands: string[][]): Promise<RedisReply[]>;
  close(): void;
}

interface Batch {
  size: number;
  answers: RedisReply[];
  resolve: (answers: RedisReply[]) => void;
  reject: (error: Error) => void;
}

/** A minimal client with one connection, opened at the first command and reopened after a loss. */
export function redisConnection(host: string, port: number): RedisConnection {
  let open: ReturnType<typeof openConnection> | null = null;
  return {
    send: (commands) => {
      if (!open?.isAlive()) open = openConnection(host, port);
      return open.send(commands);
    },
    close: () => open?.close(),
  };
}

function openConnection(host: string, port: number) {
  const socket = connect(port, host).setNoDelay(true);
  const waiting: Batch[] = [];
  let unread: Buffer = Buffer.alloc(0);
  let isAlive = true;

  socket.on("data", (chunk) => {
    unread = unread.length > 0 ? Buffer.concat([unread, chunk]) : chunk;
    try {
      handOut();
    } catch (error) {
      socket.destroy(error instanceof Error ? error : new Error(String(error)));
    }
  });
  const handOut = () => {
    for (let read = readAnswer(unread, 0); read; read = readAnswer(unread, 0)) {
      unread = unread.subarray(read.end);
      const [batch] = waiting;
      if (!batch) continue;
      batch.answers.push(read.answer);
      if (batch.answers.length < batch.size) continue;
      waiting.shift();
      batch.resolve(batch.answers);
    }
  };
  const lose = (error: Error) => {
    isAlive = false;
    for (const batch of waiting.splice(0)) batch.reject(error);
  };
  socket.on("error", (error) => lose(new Error(`Redis can't be reached: ${error.message}`)));
  socket.on("close", () => lose(new Error("Redis closed the connection.")));

  return {
    isAlive: () => isAlive,
    send: (commands: string[][]) =>
      new Promise<RedisReply[]>((resolve, reject) => {
        if (commands.length === 0) return resolve([]);
        waiting.push({ size: commands.length, answers: [], resolve, reject });
        socket.write(commands.map(encode).join(""));
      }),
    close: () => socket.destroy(),
  };
}

function encode(command: string[]): string {
  return `*${command.length}\r\n${command.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`).join("")}`;
}

interface Read {
  answer: RedisReply;
  end: number;
}

/** The response that begins at `start`; null until it has arrived completely. */
function readAnswer(bytes: Buffer, start: number): Read | null {
  const lineEnd = bytes.indexOf("\r\n", start);
  if (lineEnd < 0) return null;
  const text = bytes.toString("utf8", start + 1, lineEnd);
  const end = lineEnd + 2;
  switch (bytes.toString("latin1", start, start + 1)) {
    case "+":
      return { answer: text, end };
    case "-":
      return { answer: new RedisError(text), end };
    case ":":
      return { answer: Number(text), end };
    case "$":
      return readText(bytes, end, Number(text));
    case "*":
      return readList(bytes, end, Number(text));
    default:
      throw new Error("Redis speaks an unknown protocol.");
  }
}

function readText(bytes: Buffer, start: number, length: number): Read | null {
  if (length < 0) return { answer: null, end: start };
  const end = start + length;
  return bytes.length < end + 2 ? null : { answer: bytes.toString("utf8", start, end), end: end + 2 };
}

function readList(bytes: Buffer, start: number, length: number): Read | null {
  if (length < 0) return { answer: null, end: start };
  const answer: RedisReply[] = [];
  let end = start;
  for (let index = 0; index < length; index += 1) {
    const read = readAnswer(bytes, end);
    if (!read) return null;
    answer.push(read.answer);
    end = read.end;
  }
  return { answer, end };
}
