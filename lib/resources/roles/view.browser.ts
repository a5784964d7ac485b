import { namesElsewhere, type ResourceView } from "../../records/view.browser.ts";
import type { ProductionEntry } from "../productions/schema.browser.ts";
import type { Role } from "./schema.browser.ts";

export const roleView: ResourceView<Role, { productions: ProductionEntry }> = {
  singular: "role",
  plural: "roles",
  group: "casts",
  schema: async () => (await import("./schema.browser.ts")).role,
  detailsSchema: async () => (await import("./schema.browser.ts")).roleDetails,
  detailsFields: namesElsewhere,
  fields: { name: { label: "Character" } },
  firstFields: ["name", "production_id"],
  columns: [{ field: "name", title: "Name" }, { field: "production_id", width: 360 }, "description"],
  filters: [
    {
      id: "show",
      title: "Show",
      valueOf: ({ production_id }, { directory }) => directory.productions.get(production_id)?.show.name ?? null,
    },
  ],
};
