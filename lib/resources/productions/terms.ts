import type { Terms } from "../../resource/terms.ts";

export const productionTerms: Terms = {
  singular: "production",
  plural: "productions",
  nameOf: ({ opening_date }, named) =>
    `${named({ show_id: "shows" })}, ${named({ theatre_id: "theatres" })}, ${String(opening_date).slice(0, 4)}`,
};
