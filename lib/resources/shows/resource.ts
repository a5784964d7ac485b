import "server-only";
import { defineResource } from "../../records/resource.ts";
import { byNameThenId } from "../../core/sort.ts";
import { show, showDetails } from "./schema.browser.ts";
import { showTypes } from "./terms.browser.ts";

export const shows = defineResource({
  path: "shows",
  record: show,
  entry: show,
  details: { document: showDetails },
  isMergeable: true,
  search: {
    enums: { type: { resource: "shows", field: "type", values: showTypes } },
    runningOn: "productions",
    relations: ["productions"],
  },
  hasCalendar: true,
  filters: [],
  isLenient: true,
  order: byNameThenId,
});
