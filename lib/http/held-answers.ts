import "server-only";
import { LRUCache } from "lru-cache";
import type { ValueNotes } from "../catalogue/derived.ts";
import { dayInLondon } from "../core/dates.ts";
import type { Infrastructure } from "../infrastructure.ts";
import { chooseCoding, entityTag, matchesIfNoneMatch } from "../catalogue/representation.ts";
import type { Admission } from "./admit.ts";
import type { HandlerResult, HttpRequest } from "./route.ts";

/** What is remembered of an answer: enough for a 304, without its body. */
interface HeldAnswer {
  /** What it was made of. Null: not known, or too much; then it is of one version of the data. */
  readonly notes: ValueNotes | null;
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

const maxBytes = 16 * 1024 * 1024;
const answerBytes = 512;
/** A record that has changed stays in memory with the notes that have seen it. */
const noteBytes = 512;
/** An answer that was made of more is of one version of the data. */
const maxNotes = 200;
/** The days of London begin with an hour of UTC. */
const hourMilliseconds = 3_600_000;
const heldAnswers = new WeakMap<Infrastructure, HeldAnswers>();

/**
 * Remembers the entity tag of an answer, by its address, so that a caller whose quota is used up can still be told that
 * it is current (contract §3). While nothing that it was made of has changed this only compares, because every read
 * passes here.
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
  const { catalogue, derived } = infrastructure;
  const { generation } = catalogue;
  const made = derived.notesOf(body);
  const notes = made && made.count <= maxNotes ? made : null;
  const hour = Math.floor(admission.at / hourMilliseconds);
  const { hash, isWorthCompressing } = body;
  const before = answers.get(target.href);
  if (before && before.hour === hour && before.hash === hash && before.notes === notes) {
    if (notes || (before.version === version && before.generation === generation)) return;
  }
  const day = dayInLondon(admission.at);
  answers.set(target.href, { notes, version, generation, hour, day, hash, isWorthCompressing, headers });
}

/**
 * The 304 of an answer that is remembered and current; null when the answer would have to be computed. At most it waits
 * until the catalogue has been brought up to date, once after a write.
 */
export async function heldNotModified(
  { target, header }: HttpRequest,
  ifNoneMatch: string,
  { versions, at }: Pick<Admission, "versions" | "at">,
  infrastructure: Infrastructure,
): Promise<HandlerResult | null> {
  const held = answersOf(infrastructure).get(target.href);
  if (!held || held.day !== dayInLondon(at)) return null;
  if (!matchesIfNoneMatch(ifNoneMatch, held) || !(await isCurrent(held, versions, infrastructure))) return null;
  const ETag = entityTag(held.hash, chooseCoding(header("accept-encoding"), held));
  return { status: 304, body: null, isConditional: true, headers: { ...held.headers, ETag } };
}

async function isCurrent(
  { notes, version, generation }: HeldAnswer,
  versions: Admission["versions"],
  { catalogue }: Infrastructure,
): Promise<boolean> {
  if (!notes) return versions ? versions.data <= version : generation === catalogue.generation;
  try {
    await catalogue.reach(versions?.data ?? null);
  } catch {
    return false;
  }
  return notes.isCurrent();
}

function answersOf(infrastructure: Infrastructure): HeldAnswers {
  let answers = heldAnswers.get(infrastructure);
  if (!answers) {
    answers = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ headers, notes }, address) =>
        answerBytes + 2 * address.length + 2 * (headers["Link"]?.length ?? 0) + noteBytes * (notes?.count ?? 0),
    });
    heldAnswers.set(infrastructure, answers);
  }
  return answers;
}
