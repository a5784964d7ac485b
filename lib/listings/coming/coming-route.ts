import "server-only";
import { defineOperation } from "../../http/define-operation.ts";
import { meteredRoute } from "../../http/route.ts";
import { Representation } from "../../catalogue/representation.ts";
import { tagOf } from "../../records/examples.ts";
import { resourceAt } from "../../resources/resources.ts";
import { comingDaysOf } from "./coming-days.ts";
import { comingDays, comingQuery } from "./schema.browser.ts";

const night = { production_id: "the-pier", show: "The Pier", theatre: "Palace Theatre" };
const { theatre: _theatre, ...run } = night;

/** `GET /coming`: what the next days bring, for the overview of the dashboard. */
export const comingRoute = meteredRoute("/coming", {
  GET: defineOperation({
    operationId: "getComingDays",
    tag: tagOf(resourceAt("productions")),
    summary: "Get what is coming",
    description:
      "The productions that open and close in the next days, and who joins and leaves a running one, the next first. A date of which only the year is known is left out.",
    access: "editRecords",
    input: { query: comingQuery },
    output: {
      description: "The days and what they bring.",
      schema: comingDays,
      example: {
        from: "2026-11-27",
        to: "2026-12-27",
        openings: [{ date: "2026-12-05", ...night }],
        closings: [],
        joining: [
          { date: "2026-12", cast_member_id: "the-pier--ada-quill", person: "Ada Quill", role: "Nell", ...run },
        ],
        leaving: [],
      },
    },
    handle: async ({ query: { days }, versions, infrastructure: { catalogue, derived } }) => {
      await catalogue.reach(versions?.data ?? null);
      return { body: derived.get(`coming ${days}`, (read) => Representation.json(comingDaysOf(read, days))) };
    },
  }),
});
