import "server-only";
import { isUtf8 } from "node:buffer";
import { invalid, mostBodyBytes, mostNesting } from "../http/body.ts";
import type { AppError } from "../errors.ts";
import { turnTaker } from "../turns.ts";
import { mostChanges } from "./schema.ts";

const bytesAtOnce = 64 * 1024;
const [quote, backslash, comma, space] = [0x22, 0x5c, 0x2c, 0x20];
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d];
const [tab, lineFeed, carriageReturn] = [0x09, 0x0a, 0x0d];

/** A large JSON body whose lists at the second level were cut out of it, unread. */
export interface Apart {
  /** The rest, read. In the place of a list stands what `elements` takes. */
  root: unknown;
  /** The bytes of each element of a list, without the white space around it. */
  elements(list: readonly unknown[]): Buffer[];
}

/**
 * JSON.parse of ten megabytes keeps everybody else waiting for 60 ms and makes ten times as much
 * of them, and what a worker has read must be copied back in one go, which takes as long. So the
 * elements of the lists are found by commas and brackets, a slice at a time. Each can be left to
 * JSON.parse by itself: when all of them are JSON, and the rest is, then the whole was.
 *
 * @throws AppError 400 when the rest is not JSON or has more than 64 KiB, not counting white
 * space; when there are more than 50,000 elements; when brackets nest deeper than 32 levels.
 */
export async function takeApart(bytes: Buffer): Promise<Apart> {
  if (!isUtf8(bytes)) throw invalid([{ path: "", message: "The body is not UTF-8." }]);
  const scan = new Scan(bytes);
  const turn = turnTaker();
  while (!scan.isOver) {
    scan.readOn();
    await turn();
  }
  const root = parseJson(scan.rest);
  return {
    root,
    elements: ([from, to]) => scan.spans.slice(Number(from), Number(to)).map((span) => bytes.subarray(...span)),
  };
}

/** @throws AppError 400 */
export function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    throw notJson();
  }
}

function notJson(): AppError {
  return invalid([{ path: "", message: "The body is not JSON." }]);
}

class Scan {
  /** Where the elements of lists begin and end. */
  readonly spans: [number, number][] = [];
  readonly #bytes: Buffer;
  readonly #rest = Buffer.allocUnsafe(mostBodyBytes);
  #restBytes = 0;
  #at = 0;
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  /** Which span is the first of the list that is open; -1: none is. */
  #first = -1;
  /** Of the element that is being read; -1: none is. */
  #begin = -1;
  #end = -1;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get isOver(): boolean {
    return this.#at >= this.#bytes.length;
  }

  /** Lists in it are `[from,to]`: which of the spans are theirs. */
  get rest(): Buffer {
    return this.#rest.subarray(0, this.#restBytes);
  }

  readOn(): void {
    const to = Math.min(this.#at + bytesAtOnce, this.#bytes.length);
    for (; this.#at < to; this.#at += 1) this.#read(this.#bytes[this.#at] ?? 0);
  }

  #read(byte: number): void {
    if (this.#isInString) this.#readInString(byte);
    else if (byte === space || byte === lineFeed || byte === tab || byte === carriageReturn) {
      this.#separate();
      return;
    } else if (byte === quote) this.#isInString = true;
    else if (byte === openBrace || byte === openBracket) {
      this.#depth += 1;
      if (this.#depth > mostNesting) throw invalid([{ path: "", message: "The body is nested too deeply." }]);
      if (byte === openBracket && this.#depth === 2) {
        this.#keep(byte);
        this.#first = this.spans.length;
        return;
      }
    } else if (byte === closeBrace || byte === closeBracket) {
      if (this.#depth === 2 && this.#first >= 0) this.#endList();
      this.#depth -= 1;
    } else if (byte === comma && this.#depth === 2 && this.#first >= 0) {
      this.#endElement();
      return;
    }
    if (this.#first < 0) this.#keep(byte);
    else {
      if (this.#begin < 0) this.#begin = this.#at;
      this.#end = this.#at + 1;
    }
  }

  #readInString(byte: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === backslash) this.#isEscaped = true;
    else if (byte === quote) this.#isInString = false;
  }

  /** White space in the rest: as much as keeps apart what it stands between. */
  #separate(): void {
    if (this.#first < 0 && this.#rest[this.#restBytes - 1] !== space) this.#keep(space);
  }

  #keep(byte: number): void {
    if (this.#restBytes === mostBodyBytes)
      throw invalid([{ path: "", message: `What stands beside the changes has at most ${mostBodyBytes} bytes.` }]);
    this.#rest[this.#restBytes] = byte;
    this.#restBytes += 1;
  }

  #endElement(): void {
    if (this.#begin < 0) throw notJson();
    if (this.spans.length === mostChanges)
      throw invalid([{ path: "changes", message: `must have at most ${mostChanges} changes` }]);
    this.spans.push([this.#begin, this.#end]);
    this.#begin = -1;
  }

  #endList(): void {
    // Only an empty list may end without an element right before.
    if (this.#begin >= 0 || this.spans.length > this.#first) this.#endElement();
    for (const byte of Buffer.from(`${this.#first},${this.spans.length}`)) this.#keep(byte);
    this.#first = -1;
  }
}
