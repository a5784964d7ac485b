/** A field of the form that people don't see. */
export const formTrap = "homepage";

/** Why the form was refused: a field, its size, the day's limit, a store that is away, or the field that must stay empty. */
export const formRefusals = ["invalid", "size", "limit", "later", "trap"] as const;

export type FormRefusal = (typeof formRefusals)[number];
