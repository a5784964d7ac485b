import { capitalised } from "../../records/terms.browser.ts";
import type { ResourceView } from "../../records/view.browser.ts";
import { yearOf } from "../productions/terms.browser.ts";
import type { CrewMemberEntry } from "./schema.browser.ts";
import { jobInWords, jobs } from "./terms.browser.ts";

export const crewMemberView: ResourceView<CrewMemberEntry> = {
  singular: "crew member",
  plural: "crew members",
  nameOf: ({ job, credit }, named) => {
    const work = jobs.find((one) => one === job && one !== "other");
    const words = work ? jobInWords(work) : typeof credit === "string" ? credit : "crew";
    const show = named({ production_id: "productions", show_id: "shows" });
    return `${named({ person_id: "people" })}, ${words} of ${show}${named({ production_id: "productions" }, yearOf)}`;
  },
  group: "casts",
  schema: async () => (await import("./schema.browser.ts")).crewMember,
  detailsSchema: async () => (await import("./schema.browser.ts")).crewMemberDetails,
  detailsFields: {
    from: { label: "From", hint: "Only where it differs from the run" },
    to: { label: "Until", hint: "Only where it differs from the run" },
  },
  fields: {
    person_id: { relatedTitle: "Off the stage" },
    // The page of a production has the creative team, to be pasted.
    production_id: { relatedTitle: null },
    credit: { hint: "The words of the programme, where they differ" },
    billing_order: { label: "Billing", hint: "1 is first" },
  },
  columns: [
    { field: "person_id", width: 220 },
    { field: "job", width: 200, cell: ({ job }) => capitalised(jobInWords(job)) },
    { field: "credit", width: 200 },
    "billing_order",
    { field: "production_id", width: 340 },
    { field: "id", width: 280 },
  ],
};
