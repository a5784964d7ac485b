import type { NounView } from "../../resource/view.ts";
import type { ProductionEntry } from "../productions/schema.ts";
import type { Role } from "./schema.ts";
import { roleTerms } from "./terms.ts";

export const roleView: NounView<Role, { productions: ProductionEntry }> = {
  ...roleTerms,
  group: "casts",
  schema: async () => (await import("./schema.ts")).role,
  detailsForm: {
    schema: async () => (await import("./schema.ts")).roleDetails,
    fields: { aliases: { label: "Other names", addLabel: "Add a name" } },
  },
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
