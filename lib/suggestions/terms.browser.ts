/** A field of the form that people don't see. */
export const formTrap = "homepage";

/** Why the form was refused: a field, its size, the day's limit, or the field that must stay empty. */
export const formRefusals = ["invalid", "size", "limit", "trap"] as const;

export type FormRefusal = (typeof formRefusals)[number];
