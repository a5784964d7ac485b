import "server-only";
import { LRUCache } from "lru-cache";
import { dayInLondon } from "../dates.ts";
import type { Infrastructure } from "../infrastructure.ts";
import { chooseCoding, entityTag, matchesIfNoneMatch } from "../snapshots/representation.ts";
import type { Admission } from "./admit.ts";
import type { HandlerResult, HttpRequest } from "./route.ts";

/** What is remembered of an answer: enough for a 304, without its body. */
interface HeldAnswer {
  readonly version: number;
  /** Of the catalogue; for when the version is unknown. */
  readonly generation: number;
  /** When it was last given, in hours since 1970. */
  readonly hour: number;
  /** The day in London then, because some answers depend on it. */
  readonly day: string;
  readonly hash: string;
  readonly isWorthCompressing: boolean;
  readonly headers: Record<string, string>;
}

type HeldAnswers = LRUCache<string, HeldAnswer>;

const maxBytes = 8 * 1024 * 1024;
const answerBytes = 512;
/** The days of London begin with an hour of UTC. */
const hourMilliseconds = 3_600_000;
const heldAnswers = new WeakMap<Infrastructure, HeldAnswers>();

/**
 * Remembers the entity tag of an answer, by its address, so that a caller whose quota is used up can still be told that
 * it is current (contract §3). While the data is unchanged this only compares, because every read passes here.
 */
export function noteAnswer(
  { target }: HttpRequest,
  { isConditional, body, headers = {} }: HandlerResult,
  admission: Admission | null,
  infrastructure: Infrastructure,
): void {
  if (!isConditional || !body || !admission?.versions) return;
  const answers = answersOf(infrastructure);
  const { data: version } = admission.versions;
  const { generation } = infrastructure.catalogue;
  const hour = Math.floor(admission.at / hourMilliseconds);
  const { hash, isWorthCompressing } = body;
  const before = answers.get(target.href);
  if (before?.version === version && before.generation === generation && before.hour === hour && before.hash === hash)
    return;
  const day = dayInLondon(admission.at);
  answers.set(target.href, { version, generation, hour, day, hash, isWorthCompressing, headers });
}

/** The 304 of an answer that is remembered and current; null when the answer would have to be computed. */
export function heldNotModified(
  { target, header }: HttpRequest,
  ifNoneMatch: string,
  { versions, at }: Pick<Admission, "versions" | "at">,
  infrastructure: Infrastructure,
): HandlerResult | null {
  const held = answersOf(infrastructure).get(target.href);
  if (!held || held.day !== dayInLondon(at)) return null;
  const isCurrent = versions ? versions.data <= held.version : held.generation === infrastructure.catalogue.generation;
  if (!isCurrent || !matchesIfNoneMatch(ifNoneMatch, held)) return null;
  const ETag = entityTag(held.hash, chooseCoding(header("accept-encoding"), held));
  return { status: 304, body: null, isConditional: true, headers: { ...held.headers, ETag } };
}

function answersOf(infrastructure: Infrastructure): HeldAnswers {
  let answers = heldAnswers.get(infrastructure);
  if (!answers) {
    answers = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ headers }, address) => answerBytes + 2 * address.length + 2 * (headers["Link"]?.length ?? 0),
    });
    heldAnswers.set(infrastructure, answers);
  }
  return answers;
}
