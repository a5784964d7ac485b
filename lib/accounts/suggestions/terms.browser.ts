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

/** Why a form was refused, for people. The keys are in the address of the page that says it. */
export const formRefusals = {
  invalid: "Please correct the marked fields.",
  size: "It is too long. Please shorten it to some 3,000 characters.",
  address: suggestionLimits.address.message,
  network: suggestionLimits.network.message,
  strangers: suggestionLimits.strangers.message,
  requests: `This address has used up the day’s requests, and a suggestion is one. ${again}`,
  trap: "It looked as if a program had filled in the form. Please type it yourself.",
  later: "We can’t store it at the moment. Please try again in a few seconds.",
  failure: "Something went wrong. Please try again in a few minutes.",
} as const;

export type FormRefusal = keyof typeof formRefusals;
