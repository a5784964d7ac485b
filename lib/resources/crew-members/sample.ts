import type { Sample } from "../../../test/samples.ts";
import type { CrewMember } from "./schema.browser.ts";

export const sample: Sample<CrewMember> = {
  body: (n) => ({
    person_id: "colm-wilkinson",
    production_id: "les-miserables-sondheim-2020",
    job: "other",
    credit: `Consultant ${n}`,
    billing_order: 77,
  }),
  refused: { credit: [null] },
  allowed: { credit: ["X", "a".repeat(200)] },
};
