import "server-only";
import { createHash } from "node:crypto";
import { entryText, type Row } from "./row.ts";
import { Representation, entityTag, shortenedHash, type BodyContent, type ContentCoding } from "./representation.ts";
import { lowerBound } from "../core/sort.ts";
import { createYielder } from "../core/yielding.ts";

/** On average this many rows are in a piece. */
const pieceRows = 256;

/** A run of rows of a list, and their bytes. */
export interface Piece {
  readonly rows: readonly Row[];
  /** The entries as JSON, with commas between. Made on first use. */
  bytes: Buffer | null;
  hash: Buffer | null;
}

/**
 * The rows of a resource in the order of its list. A list never changes: a change makes another one, which shares the
 * pieces without changed rows. A piece ends where the hash of an id says so, so that every instance cuts alike.
 */
export class List implements Iterable<Row> {
  readonly pieces: readonly Piece[];
  readonly count: number;
  #rows: readonly Row[] | null = null;

  constructor(pieces: readonly Piece[]) {
    this.pieces = pieces;
    this.count = pieces.reduce((count, { rows }) => count + rows.length, 0);
  }

  /** Of an array, because walking a generator takes ten times as long. */
  [Symbol.iterator](): Iterator<Row> {
    this.#rows ??= this.pieces.flatMap(({ rows }) => rows);
    return this.#rows[Symbol.iterator]();
  }

  get first(): Row | undefined {
    return this.pieces[0]?.rows[0];
  }

  /** The list after a change. @param removed rows of this list. @param added in the order of the list. */
  replaced(removed: ReadonlySet<Row>, added: readonly Row[], compare: (a: Row, b: Row) => number): List {
    if (removed.size === 0 && added.length === 0) return this;
    const { pieces } = this;
    const changes = new Map<number, Row[]>();
    const isBefore = (row: Row) => (piece: Piece) => {
      const last = piece.rows.at(-1);
      return last !== undefined && compare(last, row) < 0;
    };
    const indexOf = (row: Row) => Math.min(lowerBound(pieces, isBefore(row)), Math.max(0, pieces.length - 1));
    for (const row of removed) if (!changes.has(indexOf(row))) changes.set(indexOf(row), []);
    for (const row of added) {
      const index = indexOf(row);
      const others = changes.get(index);
      if (others) others.push(row);
      else changes.set(index, [row]);
    }
    const newPieces: Piece[] = [];
    let open: Row[] = [];
    for (let index = 0; index < Math.max(1, pieces.length); index += 1) {
      const piece = pieces[index];
      const more = changes.get(index);
      if (piece && !more && open.length === 0) {
        newPieces.push(piece);
        continue;
      }
      // Not `push(...)`: a table is one piece when it is loaded, and a call takes about 120,000 arguments.
      open = cut(open.concat(replacedRows(piece?.rows ?? [], removed, more ?? [], compare)), newPieces);
    }
    if (open.length > 0) newPieces.push({ rows: open, bytes: null, hash: null });
    return new List(newPieces);
  }
}

export const emptyList = new List([]);

/** The rows without those that are removed, and with others in their places. @param added in order. */
export function replacedRows<Item extends object>(
  rows: readonly Item[],
  removed: ReadonlySet<Item>,
  added: readonly Item[],
  compare: (a: Item, b: Item) => number,
): Item[] {
  const kept = removed.size === 0 ? rows : rows.filter((row) => !removed.has(row));
  if (added.length === 0) return [...kept];
  const merged: Item[] = [];
  let from = 0;
  for (const one of added) {
    const place = lowerBound(kept, (row) => compare(row, one) < 0);
    for (; from < place; from += 1) merged.push(kept[from] as Item);
    merged.push(one);
  }
  return merged.concat(kept.slice(from));
}

/** Moves complete pieces to `pieces`. @returns the rows after the last of them. */
function cut(rows: Row[], pieces: Piece[]): Row[] {
  let start = 0;
  for (const [index, { id }] of rows.entries()) {
    if (!endsPiece(id)) continue;
    pieces.push({ rows: rows.slice(start, index + 1), bytes: null, hash: null });
    start = index + 1;
  }
  return start === 0 ? rows : rows.slice(start);
}

/** FNV-1a, mixed further because ids differ mostly at their ends. */
function endsPiece(id: string): boolean {
  let hash = 0x811c9dc5;
  for (let index = 0; index < id.length; index += 1) hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return ((hash ^ (hash >>> 13)) >>> 0) % pieceRows === 0;
}

function pieceBytes(piece: Piece): Buffer {
  piece.bytes ??= Buffer.from(piece.rows.map(entryText).join(","));
  return piece.bytes;
}

function hashOf(piece: Piece): Buffer {
  piece.hash ??= createHash("sha256").update(pieceBytes(piece)).digest();
  return piece.hash;
}

const bodies = new WeakMap<List, ListBody | Promise<ListBody>>();
const minCompressedBytes = 1024;

/** A whole list as it is sent. Its bytes are those of its pieces, and its hash is made from theirs. */
export class ListBody implements BodyContent {
  readonly type = "application/json; charset=utf-8";
  readonly hash: string;
  /** With their bytes. */
  readonly #pieces: readonly Piece[];
  readonly #length: number;
  #joined: Representation | null = null;

  private constructor(pieces: readonly Piece[], hash: string) {
    this.#pieces = pieces;
    this.#length = partsOf(pieces).reduce((length, part) => length + part.length, 0);
    this.hash = hash;
  }

  /** The body of a list, made once for it. It returns no promise when it is there. */
  static of(list: List): ListBody | Promise<ListBody> {
    let body = bodies.get(list);
    if (!body) {
      body = ListBody.#make(list);
      bodies.set(list, body);
      body.then(
        (finished) => bodies.set(list, finished),
        () => bodies.delete(list),
      );
    }
    return body;
  }

  static async #make({ pieces }: List): Promise<ListBody> {
    const turn = createYielder();
    const hash = createHash("sha256");
    for (const piece of pieces) {
      hash.update(hashOf(piece));
      await turn();
    }
    return new ListBody(pieces, shortenedHash(hash));
  }

  get isWorthCompressing(): boolean {
    return this.#length >= minCompressedBytes;
  }

  etag(coding: ContentCoding): string {
    return entityTag(this.hash, coding);
  }

  bytes(coding: ContentCoding): Buffer | Promise<Buffer> {
    this.#joined ??= new Representation(this.#join());
    return this.#joined.bytes(coding);
  }

  /** The pieces take their bytes from what is joined, so that these are in memory once. */
  #join(): Buffer {
    const joined = Buffer.concat(partsOf(this.#pieces), this.#length);
    let start = opening.length;
    for (const piece of this.#pieces) {
      const end = start + pieceBytes(piece).length;
      piece.bytes = joined.subarray(start, end);
      start = end + comma.length;
    }
    return joined;
  }
}

function partsOf(pieces: readonly Piece[]): Buffer[] {
  return [opening, ...pieces.flatMap((piece, index) => [...(index === 0 ? [] : [comma]), pieceBytes(piece)]), closing];
}

const opening = Buffer.from("[");
const comma = Buffer.from(",");
const closing = Buffer.from("]");
