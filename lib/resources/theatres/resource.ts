import "server-only";
import { defineResource } from "../../records/resource.ts";
import { theatre, theatreDetails } from "./schema.browser.ts";

export const theatres = defineResource({
  path: "theatres",
  record: theatre,
  details: { document: theatreDetails },
  isMergeable: true,
  search: { runningOn: "productions", relations: ["productions"] },
  hasCalendar: true,
  isLenient: true,
});
