import type { ResourceView } from "../../records/view.browser.ts";
import type { Person } from "./schema.browser.ts";

export const personView: ResourceView<Person> = {
  singular: "person",
  plural: "people",
  group: "casts",
  schema: async () => (await import("./schema.browser.ts")).person,
  detailsForm: {
    schema: async () => (await import("./schema.browser.ts")).personDetails,
    fields: { aliases: { label: "Other names", addLabel: "Add a name" }, external_ids: { label: "IDs elsewhere" } },
  },
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
