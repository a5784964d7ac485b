import type { Sample } from "../../../test/samples.ts";
import type { CastMember } from "./schema.browser.ts";

export const sample: Sample<CastMember> = {
  body: (n) => ({
    person_id: "colm-wilkinson",
    production_id: "les-miserables-sondheim-2020",
    // A person can't have the same assignment in a production twice.
    role_type: (["ensemble", "understudy", "swing", "standby", "alternate"] as const)[n % 5] ?? "swing",
    billing_order: 77,
  }),
  refused: { role_id: ["les-miserables-barbican-1985--jean-valjean"] },
  allowed: { role_id: [null] },
};
