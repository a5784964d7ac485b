import { once } from "node:events";
import { connect, type Socket } from "node:net";

/** One response, parsed strictly from its bytes. */
export interface RawResponse {
  status: number;
  /** By lower-case name. */
  headers: Map<string, string>;
  body: Buffer;
}

export interface Exchange {
  answers: RawResponse[];
  /** Bytes that form no complete response; empty when all is well. */
  rest: Buffer;
  isClosed: boolean;
}

export interface Sending {
  port: number;
  /** Each is sent as its own packet, as far as the sender can control that. */
  packets: readonly (string | Buffer)[];
  /** The method of each request, because a response to HEAD has no body. */
  methods?: readonly string[];
  /** The number of responses to wait for. */
  expected?: number;
  /** Whether to close our end after the last packet, as `nc` does. */
  isHalfClosed?: boolean;
}

const deadlineMilliseconds = 20_000;

/** Writes raw bytes and reads responses until the expected number has arrived or the connection ends. */
export async function exchange({
  port,
  packets,
  methods = [],
  expected = 1,
  isHalfClosed = false,
}: Sending): Promise<Exchange> {
  const { socket, upTo } = await openRawSession(port, "", methods);
  for (const packet of packets) await write(socket, packet);
  if (isHalfClosed) socket.end();
  const came = await upTo(expected);
  socket.destroy();
  return came;
}

/** One open connection for arbitrary bytes. */
export interface RawSession {
  socket: Socket;
  /** Resolves with that many responses. @throws when the connection ends before. */
  answers(count: number): Promise<RawResponse[]>;
  /** Resolves with everything that arrived until there were that many responses or the peer closed the connection. */
  upTo(count: number): Promise<Exchange>;
  /** Sends one request and discards earlier input. */
  ask(request: Buffer, method: string): Promise<Exchange>;
}

/** @param methods of each request, because a response to HEAD has no body. */
export async function openRawSession(port: number, sent = "", methods: readonly string[] = []): Promise<RawSession> {
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  await once(socket, "connect");
  // Joins chunks only on demand: with many megabytes, joining each time would slow down reading.
  const received: Buffer[] = [];
  let isClosed = false;
  const close = () => {
    isClosed = true;
  };
  socket.on("data", (bytes: Buffer) => received.push(bytes));
  for (const event of ["end", "close", "error"]) socket.on(event, close);
  if (sent) socket.write(sent);
  const upTo = async (count: number, of = methods): Promise<Exchange> => {
    for (;;) {
      const read = parseResponses(Buffer.concat(received), of);
      if (isClosed || read.answers.length >= count) return { ...read, isClosed };
      await more(socket);
    }
  };
  return {
    socket,
    answers: async (count) => {
      const { answers } = await upTo(count);
      if (answers.length >= count) return answers;
      throw new Error(`The connection ended after ${answers.length} of ${count} answers.`);
    },
    upTo,
    ask: (request, method) => {
      received.length = 0;
      socket.write(request);
      return upTo(1, [method]);
    },
  };
}

/** Resolves when data has arrived or the connection has ended. */
async function more(socket: Socket): Promise<void> {
  const come = new AbortController();
  const deadline = setTimeout(() => come.abort(new Error("No whole answer came.")), deadlineMilliseconds);
  const { signal } = come;
  await Promise.race(["data", "end", "close"].map((event) => once(socket, event, { signal })));
  clearTimeout(deadline);
  come.abort();
}

/** All input until the peer closes the connection, as text; for chunked responses, such as pages. */
export async function readUntilClose(port: number, sent: string): Promise<string> {
  const socket = connect({ port, host: "127.0.0.1" });
  const pieces: Buffer[] = [];
  socket.on("data", (piece: Buffer) => pieces.push(piece));
  socket.write(Buffer.from(sent, "latin1"));
  await once(socket, "close");
  return Buffer.concat(pieces).toString("latin1");
}

/** Resolves when the bytes are sent and the peer, in this process, has had time to read them. */
async function write(socket: Socket, packet: string | Buffer): Promise<void> {
  if (socket.destroyed) return;
  await new Promise<void>((resolve) =>
    socket.write(typeof packet === "string" ? Buffer.from(packet, "latin1") : packet, () => resolve()),
  );
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** The complete responses at the beginning of `bytes`. @throws when the bytes are not a response. */
export function parseResponses(bytes: Buffer, methods: readonly string[]): { answers: RawResponse[]; rest: Buffer } {
  const answers: RawResponse[] = [];
  let rest = bytes;
  for (;;) {
    const read = parseResponse(rest, methods[answers.length] ?? "GET");
    if (!read) return { answers, rest };
    rest = read.rest;
    // Skips interim (1xx) responses.
    if (read.answer.status >= 200) answers.push(read.answer);
  }
}

function parseResponse(bytes: Buffer, method: string): { answer: RawResponse; rest: Buffer } | null {
  const end = bytes.indexOf("\r\n\r\n");
  if (end < 0) return null;
  const [line = "", ...fields] = bytes.subarray(0, end).toString("latin1").split("\r\n");
  const status = Number(/^HTTP\/1\.1 (\d{3}) [\x20-\x7e]*$/.exec(line)?.[1]);
  if (!status) throw new Error(`No status line: ${JSON.stringify(line)}`);
  const headers = new Map(fields.map(readField));
  if (headers.size !== fields.length) throw new Error(`A header stands twice: ${fields.join(", ")}`);
  const hasBody = method !== "HEAD" && status >= 200 && status !== 204 && status !== 304;
  const length = hasBody ? Number(headers.get("content-length")) : 0;
  if (!Number.isSafeInteger(length)) throw new Error(`No usable Content-Length in the answer ${line}`);
  const start = end + 4;
  if (bytes.length < start + length) return null;
  return {
    answer: { status, headers, body: bytes.subarray(start, start + length) },
    rest: bytes.subarray(start + length),
  };
}

function readField(field: string): [string, string] {
  const parts = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+): ([\x20-\x7e]*)$/.exec(field);
  if (!parts?.[1]) throw new Error(`No header field: ${JSON.stringify(field)}`);
  return [parts[1].toLowerCase(), parts[2] ?? ""];
}

const pieceBytes = 1024;
/** Where it ends with an error, so that a test that reads it to the end fails soon. */
const maxBytes = 1024 * 1024;

export interface EndlessBody {
  stream: ReadableStream<Uint8Array>;
  /** The number of bytes read from it. */
  taken(): number;
  /** Resolves when its reader cancels it. */
  cancelled: Promise<void>;
}

/** A body far larger than any limit, one kibibyte per chunk. */
export function endlessBody(): EndlessBody {
  let bytes = 0;
  let cancel = () => {};
  const cancelled = new Promise<void>((resolve) => (cancel = resolve));
  const stream = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      bytes += pieceBytes;
      if (bytes > maxBytes) controller.error(new Error("It was read far beyond any limit."));
      else controller.enqueue(new Uint8Array(pieceBytes).fill(0x20));
    },
    cancel,
  });
  return { stream, taken: () => bytes, cancelled };
}
