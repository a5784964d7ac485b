import { capitalised } from "../../records/terms.browser.ts";
import type { CellContext, ResourceView } from "../../records/view.browser.ts";
import type { ProductionEntry } from "../productions/schema.browser.ts";
import { runStateTitles, stateOfRun, yearOf, type RunState } from "../productions/terms.browser.ts";
import type { Theatre } from "../theatres/schema.browser.ts";
import type { CastMemberEntry } from "./schema.browser.ts";

interface Others {
  productions: ProductionEntry;
  theatres: Theatre;
}

/** The state of the run, as of a day; null where the run is not known. */
function stateOf({ production_id }: CastMemberEntry, { directory, today }: CellContext<Others>): RunState | null {
  const run = directory.productions.get(production_id);
  return run ? stateOfRun(run, today) : null;
}

export const castMemberView: ResourceView<CastMemberEntry, Others> = {
  singular: "cast member",
  plural: "cast members",
  nameOf: (_record, named) => {
    const role = named({ role_id: "roles" }, ({ name }) => ` as ${String(name)}`);
    const show = named({ production_id: "productions", show_id: "shows" });
    return `${named({ person_id: "people" })}${role} in ${show}${named({ production_id: "productions" }, yearOf)}`;
  },
  group: "casts",
  schema: async () => (await import("./schema.browser.ts")).castMember,
  fields: {
    person_id: { relatedTitle: "Credits" },
    // The page of a production has the cast, to be edited in place.
    production_id: { relatedTitle: null },
    role_id: {
      relatedTitle: "Players",
      hint: "A role of the same production",
      isFitting: ({ production_id }, values) => production_id === values["production_id"],
      initialValues: ({ production_id = "" }) => ({ production_id }),
    },
    role_type: { label: "Type" },
    billing_order: { label: "Billing", hint: "1 is top billing" },
  },
  columns: [
    { field: "person_id", width: 220 },
    { field: "role_id", width: 200 },
    { field: "role_type", width: 124 },
    "billing_order",
    { field: "production_id", width: 340 },
    { field: "id", width: 280 },
  ],
  filters: [
    "role_type",
    { id: "show", title: "Show", valueOf: ({ production }) => production.show.name },
    {
      id: "theatre_id",
      title: "Theatre",
      valueOf: ({ production_id }, { directory }) => directory.productions.get(production_id)?.theatre_id ?? null,
      labelFor: (id, { directory }) => directory.theatres.get(id)?.name ?? id,
    },
    { id: "state", title: "Run", valueOf: stateOf, labelFor: capitalised },
  ],
  groups: { titles: runStateTitles, valueOf: stateOf },
};
