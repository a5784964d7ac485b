import type { Sample } from "../../../test/samples.ts";
import type { Show } from "./schema.browser.ts";

export const sample: Sample<Show> = {
  body: (n) => ({
    name: `A New Show ${n}`,
    type: "comedy",
    description: "Two clerks inherit a pier.",
    booking_until: "2027-02-28",
  }),
};
