/** A limit as people type it: `50,000` or `50 000`. Text that is no number stays as it is, for the schema to refuse. */
export function typedLimit(typed: string): unknown {
  const digits = typed.replace(/[\s,]/g, "");
  return /^\d+$/.test(digits) ? Number(digits) : typed;
}
