import { namesElsewhere, type ResourceView } from "../../records/view.browser.ts";
import type { Show } from "./schema.browser.ts";

export const showView: ResourceView<Show> = {
  singular: "show",
  plural: "shows",
  schema: async () => (await import("./schema.browser.ts")).show,
  detailsSchema: async () => (await import("./schema.browser.ts")).showDetails,
  detailsFields: namesElsewhere,
  fields: { booking_until: { hint: "Leave empty if there is no end date" } },
  firstFields: ["name", "type", "booking_until"],
  columns: [{ field: "name", width: 280 }, "type", "booking_until", "description", { field: "image", isExtra: true }],
  filters: [
    "type",
    {
      id: "booking",
      title: "Booking",
      valueOf: ({ booking_until }, { today }) =>
        booking_until === null ? "Open-ended" : booking_until < today ? "Ended" : "Has end date",
    },
  ],
};
