import { namesElsewhere, type ResourceView } from "../../records/view.browser.ts";
import type { Person } from "./schema.browser.ts";

export const personView: ResourceView<Person> = {
  singular: "person",
  plural: "people",
  group: "casts",
  schema: async () => (await import("./schema.browser.ts")).person,
  detailsSchema: async () => (await import("./schema.browser.ts")).personDetails,
  detailsFields: namesElsewhere,
  fields: { name: { label: "Full name" }, bio: { label: "Biography" }, image: { label: "Headshot" } },
  columns: [
    { field: "name", title: "Name", width: 260 },
    { field: "bio", width: 480 },
    { field: "image", title: "Image" },
  ],
  filters: [
    { id: "bio", title: "Biography", valueOf: ({ bio }) => (bio === null ? "No" : "Yes") },
    { id: "image", title: "Image", valueOf: ({ image }) => (image === null ? "No" : "Yes") },
  ],
};
