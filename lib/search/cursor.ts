import "server-only";
import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import type { PrismaClient } from "../db/generated/client.ts";
import { validationError } from "../http/body.ts";
import type { SnapshotCache } from "../snapshots/snapshot-cache.ts";
import type { OrderKey } from "./ordering.ts";

/**
 * Where a page begins. It names the record before it by what the records are ordered by, so that the page is found on
 * every instance and after every change of the data.
 */
export interface Position {
  /** The hash of the question. */
  readonly question: string;
  /** The version of the data in which the walk through the pages began; null: unknown. */
  readonly version: number | null;
  /** How many records of the walk have been sent; a hint, because another instance may have sent the last page. */
  readonly sent: number;
  /** The order key of the last of them, which ends with its id. */
  readonly key: OrderKey;
}

const written = z.tuple([
  z.string(),
  z.int().nullable(),
  z.int().min(1),
  z.array(z.union([z.string(), z.number(), z.null()])).min(1),
]);

/** @param question in its canonical form, without limit and cursor. */
export function hashQuestion(question: string): string {
  return createHash("sha256").update(question).digest("base64url").slice(0, 12);
}

export function writeCursor({ question, version, sent, key }: Position): string {
  return Buffer.from(JSON.stringify([question, version, sent, key])).toString("base64url");
}

/** @throws AppError 400 when it is not a cursor of this question. */
export function readCursor(cursor: string, hash: string): Position {
  const { data } = written.safeParse(parseJson(Buffer.from(cursor, "base64url").toString("utf8")));
  if (!data) throw cursorError("must be the cursor of a Link header");
  const [question, version, sent, key] = data;
  if (question !== hash) throw cursorError("belongs to another query: send the parameters of the first page with it");
  return { question, version, sent, key };
}

function cursorError(message: string) {
  return validationError([{ path: "cursor", message }]);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const maxWalkIds = 500_000;

/**
 * The ids of the walks through pages that began on this instance, in the order of their first page. A record whose
 * place changes during the walk is then neither skipped nor sent twice. Without its walk (another instance, a restart,
 * too many walks) a page begins after the order key.
 */
const walks = new WeakMap<SnapshotCache<PrismaClient>, LRUCache<string, readonly string[]>>();

/** @param name of the walk: its version and its question. */
export function keptWalk(snapshots: SnapshotCache<PrismaClient>, name: string): readonly string[] | undefined {
  return walks.get(snapshots)?.get(name);
}

export function keepWalk(snapshots: SnapshotCache<PrismaClient>, name: string, ids: readonly string[]): void {
  const kept =
    walks.get(snapshots) ??
    new LRUCache({ maxSize: maxWalkIds, sizeCalculation: (some: readonly string[]) => some.length + 1 });
  walks.set(snapshots, kept);
  kept.set(name, ids);
}
