import type { Sample } from "../../../test/samples.ts";
import type { Production } from "./schema.browser.ts";

export const sample: Sample<Production> = {
  body: (n) => ({
    show_id: "hamilton",
    theatre_id: "palace",
    opening_date: `2027-01-${String((n % 28) + 1).padStart(2, "0")}`,
    closing_date: "2027-06-30",
  }),
  refused: { theatre_id: ["hamilton"], closing_date: ["2026-12-31"] },
  allowed: { opening_date: ["2027-06-30", "0001-01-01"], closing_date: ["2027-02-01", null, "9999-12-31"] },
};
