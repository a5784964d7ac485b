import type { Sample } from "../../../test/samples.ts";
import type { Theatre } from "./schema.browser.ts";

export const sample: Sample<Theatre> = {
  body: (n) => ({
    name: `A New House ${n}`,
    postcode: "wc2h0hr",
    lat: 51.5,
    lng: -0.12,
    capacity: 432,
    current_show_id: "hamilton",
  }),
  refused: { postcode: ["12345", "W1", "WC2H 0HRR", "", "É1 1AA", "1 1AA", "ABC1 1AA", "1N1 1TA"] },
  allowed: { postcode: ["sw1y 4ds", " N 1 1TA ", "EC1V4 NJ", null] },
};
