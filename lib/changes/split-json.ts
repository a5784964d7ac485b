import "server-only";
import { isUtf8 } from "node:buffer";
import { validationError, maxBodyBytes, maxNesting } from "../http/body.ts";
import type { AppError } from "../errors.ts";
import { createYielder } from "../yielding.ts";
import { maxChanges } from "./schema.ts";

const bytesPerTurn = 64 * 1024;
const [quote, backslash, comma, space] = [0x22, 0x5c, 0x2c, 0x20];
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d];
const [tab, lineFeed, carriageReturn] = [0x09, 0x0a, 0x0d];

/** A large JSON body whose second-level lists were cut out unparsed. */
export interface SplitJson {
  /** The parsed rest. Placeholders that `elements` takes stand for the lists. */
  root: unknown;
  /** The bytes of each element of a list, without surrounding white space. */
  elements(list: readonly unknown[]): Buffer[];
}

/**
 * Splits a JSON body into the elements of its second-level lists. Parsing ten megabytes with JSON.parse blocks the
 * process for 60 ms and takes ten times the memory, and a worker's result must be copied back as slowly. So the elements
 * are found by commas and brackets, in slices. When every element and the rest are valid JSON, so was the whole body.
 *
 * @throws AppError 400 when the rest is not JSON or exceeds 64 KiB without white space, when there are more than 50,000
 * elements, or when brackets nest deeper than 32 levels.
 */
export async function splitJson(bytes: Buffer): Promise<SplitJson> {
  if (!isUtf8(bytes)) throw validationError([{ path: "", message: "The body is not UTF-8." }]);
  const scan = new Scan(bytes);
  const turn = createYielder();
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
  return validationError([{ path: "", message: "The body is not JSON." }]);
}

class Scan {
  /** Where the elements of lists begin and end. */
  readonly spans: [number, number][] = [];
  readonly #bytes: Buffer;
  readonly #rest = Buffer.allocUnsafe(maxBodyBytes);
  #restBytes = 0;
  #at = 0;
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  /** The index of the open list's first span; -1: no list is open. */
  #first = -1;
  /** The start of the current element; -1: none. */
  #begin = -1;
  #end = -1;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get isOver(): boolean {
    return this.#at >= this.#bytes.length;
  }

  /** Contains `[from,to]` in place of each list: the indexes of its spans. */
  get rest(): Buffer {
    return this.#rest.subarray(0, this.#restBytes);
  }

  readOn(): void {
    const to = Math.min(this.#at + bytesPerTurn, this.#bytes.length);
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
      if (this.#depth > maxNesting) throw validationError([{ path: "", message: "The body is nested too deeply." }]);
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

  /** Keeps one white space character where the rest needs a separator. */
  #separate(): void {
    if (this.#first < 0 && this.#rest[this.#restBytes - 1] !== space) this.#keep(space);
  }

  #keep(byte: number): void {
    if (this.#restBytes === maxBodyBytes)
      throw validationError([
        { path: "", message: `The body without its changes must have at most ${maxBodyBytes} bytes.` },
      ]);
    this.#rest[this.#restBytes] = byte;
    this.#restBytes += 1;
  }

  #endElement(): void {
    if (this.#begin < 0) throw notJson();
    if (this.spans.length === maxChanges)
      throw validationError([{ path: "changes", message: `must have at most ${maxChanges} changes` }]);
    this.spans.push([this.#begin, this.#end]);
    this.#begin = -1;
  }

  #endList(): void {
    // Only an empty list may end without an element directly before it.
    if (this.#begin >= 0 || this.spans.length > this.#first) this.#endElement();
    for (const byte of Buffer.from(`${this.#first},${this.spans.length}`)) this.#keep(byte);
    this.#first = -1;
  }
}
