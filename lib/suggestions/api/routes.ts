import "server-only";
import { z } from "zod";
import type { Suggestion } from "../../db/generated/client.ts";
import { AppError } from "../../core/errors.ts";
import type { FieldIssue } from "../../http/body.ts";
import { idParam } from "../../http/declaration.ts";
import { defineOperation } from "../../http/define-operation.ts";
import { notFound } from "../../http/failures.ts";
import { addressOf } from "../../http/request.ts";
import type { RequestContext, Route } from "../../http/route.ts";
import type { Allowance } from "../../rate-limit/allowance.ts";
import { noParameters } from "../../records/details-routes.ts";
import { conflict } from "../../records/failures.ts";
import { resourceAt } from "../../resources/resources.ts";
import { Representation } from "../../catalogue/representation.ts";
import { exampleSuggestion, suggestionsTag } from "./examples.ts";
import { takesForms } from "./form.ts";
import { addSuggestion, answerSuggestion, findSuggestion, listSuggestions } from "../queries.ts";
import {
  newSuggestion,
  receivedSuggestion,
  suggestionAnswer,
  suggestionRecord,
  suggestionStatus,
  suggestionsQuery,
  type NewSuggestion,
  type SuggestionRecord,
  type SuggestionStatus,
} from "../schema.browser.ts";

const { id: exampleId, resource, record_id, field, proposed, note, source_url, contact } = exampleSuggestion;
const [perAddress, perKey] = [5, 20];
const suggestionNotFound = notFound({ singular: "Suggestion" });
const suggestionParam = idParam("suggestion", exampleId);

/** `/suggestions`: readers suggest corrections, staff list them. */
export const suggestionsRoute: Route = {
  path: "/suggestions",
  isMetered: true,
  operations: {
    GET: defineOperation({
      operationId: "listSuggestions",
      tag: suggestionsTag,
      summary: "List suggestions",
      description:
        "Staff only. Those that wait for an answer first, oldest first; then the answered ones, latest first; at most 200.",
      access: "answerSuggestions",
      input: { query: suggestionsQuery },
      output: { description: "The suggestions.", schema: z.array(suggestionRecord), example: [exampleSuggestion] },
      handle: async ({ query, infrastructure: { database } }) => ({
        body: Representation.json((await listSuggestions(database.prisma, query.state)).map(serializeSuggestion)),
      }),
    }),
    POST: takesForms({
      ...defineOperation({
        operationId: "suggestCorrection",
        tag: suggestionsTag,
        summary: "Suggest a correction",
        description: `Anyone can send one, from any origin; nothing changes until staff have checked it. The body has at most 4,000 bytes. An address sends at most ${perAddress} a day, a key ${perKey}; more are 429. Keep the id: with it you can ask for the answer.`,
        input: {
          query: noParameters,
          body: newSuggestion,
          bodyExample: { resource, id: record_id, field, proposed, note, source_url, contact },
        },
        output: {
          status: 202,
          description: "The suggestion was received.",
          schema: receivedSuggestion,
          example: { id: exampleId, state: "received" },
        },
        check: ({ input }, _prepared, context) => (input ? unknownParts(input, context) : []),
        handle: async (context) => {
          const { database, now } = context.infrastructure;
          const sent = await addSuggestion(database.prisma, context.body, allowanceOf(context), new Date(now()));
          return { status: 202, body: Representation.json({ id: sent.id, state: sent.state }) };
        },
      }),
      isOpenToOrigins: true,
    }),
  },
};

/** `/suggestions/{id}`: its author asks for its state, staff answer it. */
export const suggestionRoute: Route = {
  path: "/suggestions/{id}",
  isMetered: true,
  operations: {
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
      handle: async ({ params: { id }, infrastructure: { database } }) => {
        const found = await findSuggestion(database.prisma, id);
        if (!found) throw suggestionNotFoundError();
        return { body: Representation.json(serializeStatus(found)) };
      },
    }),
    PUT: defineOperation({
      operationId: "answerSuggestion",
      tag: suggestionsTag,
      summary: "Answer a suggestion",
      description:
        "Staff only. Changes no record. When one is accepted, the others that propose the same value of the same field become `duplicate`. An answered suggestion is 409.",
      access: "answerSuggestions",
      input: {
        params: suggestionParam,
        query: noParameters,
        body: suggestionAnswer,
        bodyExample: { state: "declined", reason: "The theatre has announced another date." },
      },
      output: {
        description: "The answered suggestion.",
        schema: suggestionRecord,
        example: { ...exampleSuggestion, state: "accepted", answered_at: "2026-10-03T09:00:00.000Z" },
      },
      failures: [suggestionNotFound, conflict],
      prepare: async ({ params: { id }, infrastructure: { database } }) => {
        if (!(await findSuggestion(database.prisma, id))) throw suggestionNotFoundError();
      },
      handle: async ({ params: { id }, body, infrastructure: { database, now } }) => {
        const answered = await answerSuggestion(database.prisma, id, body, new Date(now()));
        if (!answered) throw suggestionNotFoundError();
        return { body: Representation.json(serializeSuggestion(answered)) };
      },
    }),
  },
};

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

/** A key has an allowance of its own; all others share that of their address. */
function allowanceOf({ caller, request, infrastructure: { settings } }: RequestContext | AnonymousContext): Allowance {
  const isKey = caller.startsWith("key:");
  const limit = isKey ? perKey : perAddress;
  const sender = isKey ? caller : `ip:${addressOf(request, settings)}`;
  const message = `${isKey ? "A key" : "An address"} sends at most ${limit} suggestions a day. Try again after midnight UTC.`;
  return { subject: `${sender} suggestions`, limit, message };
}

type AnonymousContext = Pick<RequestContext, "caller" | "request" | "infrastructure">;

function suggestionNotFoundError(): AppError {
  return new AppError("not_found", { error: "Suggestion not found" });
}

function serializeStatus({ id, state, answered_at, reason }: Suggestion): SuggestionStatus {
  return { id, state, answered_at: answered_at?.toISOString() ?? null, reason };
}

export function serializeSuggestion(row: Suggestion): SuggestionRecord {
  const { record_id, field, proposed, note, source_url, contact, created_at } = row;
  return {
    ...serializeStatus(row),
    resource: newSuggestion.shape.resource.parse(row.resource),
    record_id,
    field,
    proposed,
    note,
    source_url,
    contact,
    created_at: created_at.toISOString(),
  };
}
