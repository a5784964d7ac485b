import "server-only";
import { defineResource } from "../../records/resource.ts";
import { jobs } from "../crew-members/terms.browser.ts";
import { person, personDetails } from "./schema.browser.ts";

export const people = defineResource({
  path: "people",
  record: person,
  details: { document: personDetails },
  isMergeable: true,
  search: {
    enums: { job: { resource: "crew-members", field: "job", values: jobs } },
    runningOn: "cast-members",
    relations: ["credits"],
  },
  hasCalendar: true,
  isLenient: true,
});
