import "server-only";
import { isUtf8 } from "node:buffer";
import { randomBytes } from "node:crypto";
import { invalid, mostNesting } from "../api/body.ts";
import { turnTaker } from "../turns.ts";

const bytesAtOnce = 64 * 1024;
const [quote, backslash] = [0x22, 0x5c];
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d];

/** A large JSON object whose lists of objects were cut out of it, unread. */
export interface Apart {
  /** The rest, read. */
  root: unknown;
  /** The text of what stood there, where `place` of the rest stands for an object that was cut out; else null. */
  cut(place: unknown): string | null;
}

/**
 * JSON.parse of ten megabytes keeps everybody else waiting for 60 ms, and what a worker has read
 * must be copied back in one go, which takes as long. So the objects inside of the root's lists
 * are found by their brackets, a slice at a time, and each is left to JSON.parse by itself. A
 * mark stands in for each in what remains; that both are JSON says that the whole was.
 *
 * @throws AppError 400 when what remains is not JSON.
 */
export async function takeApart(bytes: Buffer): Promise<Apart> {
  if (!isUtf8(bytes)) throw invalid([{ path: "", message: "The body is not UTF-8." }]);
  const spans = await objectsInLists(bytes);
  const mark = randomBytes(9).toString("base64url");
  const rest: string[] = [];
  const turn = turnTaker();
  let end = 0;
  for (const [index, [from, to]] of spans.entries()) {
    rest.push(bytes.toString("utf8", end, from), `"${mark} ${index}"`);
    end = to;
    await turn();
  }
  rest.push(bytes.toString("utf8", end));
  const root = parse(rest.join(""));
  await turn();
  return {
    root,
    cut: (place) => {
      const [given, index] = typeof place === "string" ? place.split(" ") : [];
      const span = given === mark ? spans[Number(index)] : undefined;
      return span ? bytes.toString("utf8", ...span) : null;
    },
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalid([{ path: "", message: "The body is not JSON." }]);
  }
}

/** Where the objects at the third level begin and end. */
async function objectsInLists(bytes: Buffer): Promise<[number, number][]> {
  const spans: [number, number][] = [];
  const turn = turnTaker();
  const state = { depth: 0, begin: -1, isInString: false };
  for (let at = 0; at < bytes.length;) {
    at = scan(bytes, at, Math.min(at + bytesAtOnce, bytes.length), state, spans);
    await turn();
  }
  return spans;
}

function scan(
  bytes: Buffer,
  from: number,
  to: number,
  state: { depth: number; begin: number; isInString: boolean },
  spans: [number, number][],
): number {
  let { depth, begin, isInString } = state;
  let at = from;
  for (; at < to; at += 1) {
    const byte = bytes[at];
    if (isInString) {
      if (byte === backslash) at += 1;
      else if (byte === quote) isInString = false;
    } else if (byte === quote) isInString = true;
    else if (byte === openBrace || byte === openBracket) {
      if (depth === 2 && byte === openBrace) begin = at;
      depth += 1;
      if (depth > mostNesting) throw invalid([{ path: "", message: "The body is nested too deeply." }]);
    } else if (byte === closeBrace || byte === closeBracket) {
      depth -= 1;
      if (depth === 2 && begin >= 0) {
        spans.push([begin, at + 1]);
        begin = -1;
      }
    }
  }
  Object.assign(state, { depth, begin, isInString });
  return at;
}
