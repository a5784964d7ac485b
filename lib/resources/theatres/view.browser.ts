import { namesElsewhere, type ResourceView } from "../../records/view.browser.ts";
import type { Theatre } from "./schema.browser.ts";

export const theatreView: ResourceView<Theatre> = {
  singular: "theatre",
  plural: "theatres",
  schema: async () => (await import("./schema.browser.ts")).theatre,
  detailsSchema: async () => (await import("./schema.browser.ts")).theatreDetails,
  detailsFields: namesElsewhere,
  fields: {
    capacity: { label: "Seats" },
    current_show_id: { relatedTitle: "Playing at" },
    lat: { label: "Latitude", hint: "In degrees, such as 51.5117" },
    lng: { label: "Longitude", hint: "In degrees, such as -0.1316" },
  },
  firstFields: ["name", "current_show_id", "capacity"],
  columns: [
    "name",
    "current_show_id",
    { field: "capacity", text: ({ capacity }) => capacity?.toLocaleString("en-GB") ?? "" },
    { field: "postcode", width: 110 },
    { field: "address", width: 260 },
    {
      id: "place",
      title: "Coordinates",
      width: 180,
      text: ({ lat, lng }) => (lat === null || lng === null ? "" : `${lat}, ${lng}`),
      isExtra: true,
    },
  ],
  filters: [
    {
      id: "house",
      title: "Current show",
      valueOf: ({ current_show_id }) => (current_show_id === null ? "No current show" : "Has a current show"),
    },
  ],
};
