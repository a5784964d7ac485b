import "server-only";
import { defineFailure } from "../../http/failures.ts";
import { defineOperation } from "../../http/define-operation.ts";
import type { ExampleSource } from "../../http/declaration.ts";
import { meteredRoute } from "../../http/route.ts";
import { exampleOf } from "../../records/examples.ts";
import { detailsOf, emptyRow } from "../../records/rows.ts";
import { resourceAt } from "../../resources/resources.ts";
import { updatesPage, updatesQuery } from "./document.ts";
import { deletionsForgotten, pageFor } from "./read-page.ts";

const exampleAddress = "https://listings.example.com/api/updates";

const gone = defineFailure({
  id: "Gone",
  description:
    "Deletions after this number are no longer kept, so a copy can't be brought up to date. Begin again at the address in `message`, and replace the copy.",
  example: deletionsForgotten(1204, exampleAddress),
});

/** `GET /updates`: every change of a record, in order (contract §16). */
export const updatesRoute = meteredRoute("/updates", {
  GET: defineOperation({
    operationId: "listUpdates",
    tag: { name: "Updates", description: "Every change of a record, for programs that keep a copy." },
    summary: "List updates",
    description:
      "What has changed after a change number, in the order of the changes, as Realtime Paged Data Exchange 1.0 defines it. From the beginning it is every record once. Follow `next`; an empty page means that the copy is complete. Each record is there with its last change only.",
    isConditional: true,
    input: { query: updatesQuery, queryExamples: { kind: "theatre,show" } },
    output: {
      description: "A page of changes.",
      schema: updatesPage,
      example: examplePage(),
    },
    failures: [gone],
    handle: async (context) => ({ body: await pageFor(context.query, context), isConditional: true }),
  }),
});

function examplePage(): ExampleSource {
  const theatres = resourceAt("theatres");
  return exampleOf(theatres, ({ id, record }) => {
    const fields = JSON.parse(record) as Record<string, unknown>;
    const details = detailsOf(theatres, { ...emptyRow(theatres), ...fields, id }, "2026-10-01");
    return {
      next: `${exampleAddress}?afterChangeNumber=3582`,
      items: [
        { state: "updated", kind: "theatre", id, modified: 3581, data: { ...fields, details } },
        { state: "deleted", kind: "show", id: "les-miserables-2", modified: 3582, merged_into: "les-miserables" },
      ],
      license: "https://creativecommons.org/licenses/by/4.0/",
    };
  });
}
