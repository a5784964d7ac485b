import "server-only";
import { LRUCache } from "lru-cache";
import { shortAddress } from "./client-address.ts";

/** Memory stays bounded however many networks send requests: a few megabytes. */
const maxNames = 20_000;

/** The network of an address, a /24 or an IPv6 /48; an address that is none is a group of its own. */
export function networkOf(address: string): string {
  return shortAddress(address) ?? address;
}

/** Who asks. */
export interface Origin {
  /** The network of the address, or another group whose members share their turns. */
  readonly group: string;
  readonly address: string;
  /** Known callers wait apart from strangers. */
  readonly isKnown: boolean;
}

export function strangerAt(address: string): Origin {
  return { group: networkOf(address), address, isKnown: false };
}

/**
 * Counts attempts by group and by address, so that turns go to the group with the fewest, and in it to the address with
 * the fewest. An attacker with many addresses has used up the advantage of a new one after its first attempt.
 */
export class FairTurns {
  readonly #groups: LRUCache<string, number>;
  readonly #addresses: LRUCache<string, number>;

  /** @param windowMilliseconds how long a group's or an address's attempts count, from the first of them. */
  constructor(windowMilliseconds: number) {
    // An apart cache for each: the addresses of one network must not push out the networks.
    // Not `max`, for which it would allocate arrays of that length at once.
    const options = { maxSize: maxNames, sizeCalculation: () => 1, ttl: windowMilliseconds, noUpdateTTL: true };
    this.#groups = new LRUCache(options);
    this.#addresses = new LRUCache(options);
  }

  count({ group, address }: Origin): void {
    this.#groups.set(group, (this.#groups.get(group) ?? 0) + 1);
    this.#addresses.set(address, (this.#addresses.get(address) ?? 0) + 1);
  }

  /** For `sort`: negative when the turn of `one` comes before that of `other`. */
  compare(one: Origin, other: Origin): number {
    return (
      (this.#groups.get(one.group) ?? 0) - (this.#groups.get(other.group) ?? 0) ||
      (this.#addresses.get(one.address) ?? 0) - (this.#addresses.get(other.address) ?? 0)
    );
  }
}
