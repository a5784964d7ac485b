import "server-only";
import { defineResource } from "../../records/resource.ts";
import { show, showDetails } from "./schema.browser.ts";
import { showTypes } from "./terms.browser.ts";

export const shows = defineResource({
  path: "shows",
  record: show,
  details: { document: showDetails },
  isMergeable: true,
  search: {
    enums: { type: { resource: "shows", field: "type", values: showTypes } },
    runningOn: "productions",
    relations: ["productions"],
  },
  hasCalendar: true,
  isLenient: true,
});
