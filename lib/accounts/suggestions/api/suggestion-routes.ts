import "server-only";
import { z } from "zod";
import type { Suggestion } from "../../../db/generated/client.ts";
import type { FieldIssue } from "../../../http/body.ts";
import { idParam, type OperationTag } from "../../../http/declaration.ts";
import { defineOperation } from "../../../http/define-operation.ts";
import { notFound } from "../../../http/failures.ts";
import { readCursor, writeCursor } from "../../../listings/search/cursor.ts";
import { meteredRoute, type RequestContext } from "../../../http/route.ts";
import type { Infrastructure } from "../../../infrastructure.ts";
import { noParameters } from "../../../records/resource-routes.ts";
import { conflict } from "../../../records/failures.ts";
import { fieldInWords, labelOfRecord, type FindRecord } from "../../../resources/record-words.ts";
import { resourceAt } from "../../../resources/resources.ts";
import { takesForms, senderOf } from "./form.ts";
import { addSuggestion, answerSuggestion, findSuggestion, listSuggestions } from "../suggestion-queries.ts";
import { suggestionLimits } from "../terms.browser.ts";
import {
  maxListedSuggestions,
  newSuggestion,
  receivedSuggestion,
  suggestionAnswer,
  suggestionRecord,
  suggestionStatus,
  suggestionsQuery,
  type NewSuggestion,
  type OwnSuggestion,
} from "../schema.browser.ts";

const suggestionsTag: OperationTag = {
  name: "Suggestions",
  description: "Corrections that readers suggest. Anyone can send one; staff answer it; only its state is public.",
};

/** An example, as the export of its author has it. */
export const exampleOwnSuggestion: OwnSuggestion = {
  id: "7c0f1e6a-52d9-4b8e-a3f4-9d1c6b7e2058",
  state: "received",
  answered_at: null,
  reason: null,
  resource: "shows",
  record_id: "hamilton",
  field: "booking_until",
  proposed: "2027-10-02",
  note: "The box office sells until then.",
  source_url: "https://example.com/hamilton",
  contact: "ada@example.com",
  created_at: "2026-10-02T18:30:00.000Z",
};

const { id: exampleId, resource, record_id, field, proposed, note, source_url, contact } = exampleOwnSuggestion;
const suggestionNotFound = notFound({ singular: "Suggestion" });
const suggestionParam = idParam("suggestion", exampleId);

export const suggestionsRoute = meteredRoute("/suggestions", {
  GET: defineOperation({
    operationId: "listSuggestions",
    tag: suggestionsTag,
    summary: "List suggestions",
    description: `Staff only. Newest first, at most ${maxListedSuggestions}; the \`Link\` header leads to the next ones.`,
    access: "answerSuggestions",
    input: { query: suggestionsQuery },
    output: { description: "The suggestions.", schema: z.array(suggestionRecord) },
    handle: async ({ query: { limit, cursor, ...filter }, versions, infrastructure }) => {
      const query = `suggestions ${JSON.stringify(filter)}`;
      const [at, id] = cursor === undefined ? [] : readCursor(cursor, query, infrastructure);
      const before = at === undefined ? null : { created_at: new Date(String(at)), id: String(id) };
      const found = await listSuggestions(infrastructure.database.prisma, filter, before, limit + 1);
      await infrastructure.catalogue.reach(versions?.data ?? null);
      const page = found.slice(0, limit).map((row) => inWords(row, infrastructure));
      const last = found.length > limit ? page.at(-1) : undefined;
      const next = last && writeCursor([last.created_at.toISOString(), last.id], query, infrastructure);
      const link = new URLSearchParams({ ...filter, limit: String(limit), cursor: next ?? "" });
      return {
        value: page,
        ...(next !== undefined && { headers: { Link: `</api/suggestions?${link}>; rel="next"` } }),
      };
    },
  }),
  POST: takesForms({
    ...defineOperation({
      operationId: "suggestCorrection",
      tag: suggestionsTag,
      summary: "Suggest a correction",
      description: `Anyone can send one, from any origin; nothing changes until staff have checked it. The body has at most 4,000 bytes. An address sends at most ${suggestionLimits.address.limit} a day, a key ${suggestionLimits.key.limit}, a network (/24 or /48) ${suggestionLimits.network.limit}, and all without a key together ${suggestionLimits.strangers.limit}; more are 429. Keep the id: with it you can ask for the answer.`,
      input: {
        query: noParameters,
        body: newSuggestion,
        bodyExample: { resource, id: record_id, field, proposed, note, source_url, contact },
      },
      output: { status: 202, description: "The suggestion was received.", schema: receivedSuggestion },
      check: ({ input }, _prepared, context) => (input ? unknownParts(input, context) : []),
      handle: async (context) => {
        const { database, now } = context.infrastructure;
        const sent = await addSuggestion(database.prisma, context.body, senderOf(context), new Date(now()));
        return { value: { id: sent.id, state: "received" as const } };
      },
    }),
    isOpenToOrigins: true,
  }),
});

export const suggestionRoute = meteredRoute("/suggestions/{id}", {
  GET: defineOperation({
    operationId: "getSuggestion",
    tag: suggestionsTag,
    summary: "Get the state of a suggestion",
    description: "Nothing else of it is public.",
    input: { params: suggestionParam, query: noParameters },
    output: {
      description: "The state.",
      schema: suggestionStatus,
      example: { id: exampleId, state: "received", answered_at: null, reason: null },
    },
    failures: [suggestionNotFound],
    handle: async ({ params: { id }, infrastructure: { database } }) => ({
      value: await findSuggestion(database.prisma, id),
    }),
  }),
  PUT: defineOperation({
    operationId: "answerSuggestion",
    tag: suggestionsTag,
    summary: "Answer a suggestion",
    description:
      "Staff only. Changes no record. When one is accepted, the others that propose the same value of the same field become `duplicate`. `whole_group` declines all that wait from the same network and day. An answered suggestion is 409.",
    access: "answerSuggestions",
    input: {
      params: suggestionParam,
      query: noParameters,
      body: suggestionAnswer,
      bodyExample: { state: "declined", reason: "The theatre has announced another date." },
    },
    output: { description: "The answered suggestion.", schema: suggestionRecord },
    failures: [suggestionNotFound, conflict],
    prepare: ({ params: { id }, infrastructure: { database } }) => findSuggestion(database.prisma, id),
    handle: async ({ params: { id }, body, versions, infrastructure }) => {
      const { database, catalogue, now } = infrastructure;
      const answered = await answerSuggestion(database.prisma, id, body, new Date(now()));
      await catalogue.reach(versions?.data ?? null);
      return { value: answered && inWords(answered, infrastructure) };
    },
  }),
});

/** The issues of a suggestion about a record or a field that does not exist. */
async function unknownParts(
  { resource, id, field }: NewSuggestion,
  { infrastructure: { catalogue }, versions }: Pick<RequestContext, "infrastructure" | "versions">,
): Promise<FieldIssue[]> {
  const { record, details } = resourceAt(resource);
  const fields = [...Object.keys(record.shape), ...Object.keys(details?.document.shape ?? {})];
  await catalogue.reach(versions?.data ?? null);
  return [
    ...(catalogue.row(resource, id) ? [] : [{ path: "id", message: `There is no such record of /${resource}.` }]),
    ...(field === null || field === undefined || (field !== "id" && fields.includes(field))
      ? []
      : [{ path: "field", message: `Records of /${resource} have no such field.` }]),
  ];
}

function inWords(row: Suggestion, { catalogue }: Pick<Infrastructure, "catalogue">) {
  const suggestion = ofResource(row);
  const { resource, record_id: id, field } = suggestion;
  const find: FindRecord = (path, wanted) => catalogue.row(path, wanted)?.record;
  const found = catalogue.row(resource, id);
  const words = field === null ? null : fieldInWords(resource, field, { ...found?.details, ...found?.record }, find);
  return {
    ...suggestion,
    label: found ? labelOfRecord(resource, found.record, find) : id,
    field_label: words?.label ?? field,
    present: words?.value ?? null,
  };
}

export function ofResource(row: Suggestion) {
  return { ...row, resource: newSuggestion.shape.resource.parse(row.resource) };
}
