/** A field of the form that people don't see. */
export const formTrap = "homepage";

const again = "Try again after midnight UTC.";

/** How many are taken in a day (contract §18). */
export const suggestionLimits = {
  address: { limit: 5, message: `An address sends at most 5 suggestions a day. ${again}` },
  key: { limit: 20, message: `A key sends at most 20 suggestions a day. ${again}` },
  network: { limit: 20, message: `A network sends at most 20 suggestions a day. ${again}` },
  strangers: { limit: 500, message: `We take at most 500 suggestions a day from people without a key. ${again}` },
} as const;

/** Why the form was refused: a field, its size, the day's limit, a store that is away, or the field that must stay empty. */
export const formRefusals = ["invalid", "size", "limit", "later", "trap"] as const;

export type FormRefusal = (typeof formRefusals)[number];
