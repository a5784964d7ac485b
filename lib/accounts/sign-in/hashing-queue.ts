import "server-only";
import { AppError } from "../../core/errors.ts";
import { ConcurrencyLimit } from "../../core/concurrency-limit.ts";
import { networkOf } from "../../core/fair-turns.ts";

const message = "Too many passwords are being checked. Try again in a few seconds.";

/**
 * Node has four threads for hashing, files and compression; one stays free. At eight hashes a second, the last of 40
 * waits five seconds.
 */
const bounds = {
  inFlight: 3,
  inFlightPerCaller: 3,
  // So that no network takes every thread.
  inFlightPerGroup: 1,
  reserved: 1,
  waiting: 40,
  windowMilliseconds: 15 * 60_000,
  startsPerTurn: 3,
  message,
};

export interface HashOptions {
  /**
   * The account that this browser signed in to before (`device-cookie.ts`); null for a stranger. It waits apart from
   * strangers, and its turns are counted on the account instead of the network.
   */
  knownAccount: string | null;
  /** Whether the caller is known to have disconnected; nothing is hashed for it then. */
  isGone: () => boolean;
}

/** Decides who hashes next: of the strangers the network, and of the known browsers the account, with the fewest attempts. */
export class HashingQueue {
  readonly #limit = new ConcurrencyLimit(bounds);

  /** How many wait for their turn. */
  get waiting(): number {
    return this.#limit.figures.waiting;
  }

  /** @throws AppError 503, without calling `hash`, when others go first and too many wait, or the caller is gone. */
  run<Value>(
    address: string,
    hash: () => Promise<Value>,
    { knownAccount = null, isGone = () => false }: Partial<HashOptions> = {},
  ): Promise<Value> {
    const isKnown = knownAccount !== null;
    const group = isKnown ? `account ${knownAccount}` : networkOf(address);
    return this.#limit.run({ group, address, isKnown }, isGone, hash);
  }
}

/** The 503 when a password can't be checked now; it reveals nothing about the password. */
export function tooBusy(): AppError {
  return new AppError("unavailable", { message, headers: { "Retry-After": "2" } });
}
