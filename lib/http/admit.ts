import "server-only";
import type { Infrastructure } from "../infrastructure.ts";
import type { Call } from "./request.ts";
import { count, decide, reapplyLimit, type Admission } from "./count.ts";
import { identify, isRead, type Caller } from "./identify.ts";

/**
 * Identifies the caller, counts the request, and confirms the caller: the count also brings the version of the keys,
 * and where that is newer than the key at hand, the caller is identified again. Refused callers always pay.
 *
 * @param isFree whether to look at the count only.
 */
export async function admit(call: Call, infrastructure: Infrastructure, isFree: boolean): Promise<Admission> {
  const isUncharged = (caller: Caller) => paysNothing(caller, call.method);
  const countFor = (caller: Caller) => {
    const isLook = (isFree && !caller.refusal) || isUncharged(caller);
    return count(caller.bucket, isLook, infrastructure);
  };
  let caller = await identify(call, infrastructure);
  let counted = await countFor(caller);
  const { bucket, credential } = caller;
  const { versions } = counted.tally;
  if (credential?.key && versions && versions.keys > credential.key.version) {
    infrastructure.keyRing.forget(credential.secret);
    caller = await identify(call, infrastructure);
    if (caller.bucket.subject !== bucket.subject) counted = await countFor(caller);
    else if (caller.bucket.limit !== bucket.limit)
      counted = await reapplyLimit(counted, bucket, caller.bucket, isFree, infrastructure);
  }
  if (!caller.refusal && caller.credential?.key) infrastructure.keyRing.noteUse(caller.credential.key);
  return decide(caller, counted, isUncharged(caller));
}

/**
 * Whether a request pays nothing because its session can't be read: the address is not the caller's own, and
 * a write is refused before it is counted (contract §8).
 */
function paysNothing({ bucket, refusal, sessionTrouble }: Caller, method: string): boolean {
  return sessionTrouble !== null && !refusal && (bucket.tier === "public" || !isRead(method));
}
