import "server-only";
import { z } from "zod";
import { requireStaff } from "../auth/staff.ts";
import { Body } from "../snapshots/representation.ts";
import { change, type Change } from "../audit-log/audited-change.ts";
import type { FlatRecord } from "../audit-log/queries.ts";
import { idParam, pascalCase, type OutputDeclaration } from "../http/declaration.ts";
import { defineOperation } from "../http/define-operation.ts";
import { badRequest, notFound } from "../http/failures.ts";
import { Draft } from "./unit-of-work.ts";
import { exampleBody, exampleOf, exampleRecord, tagOf } from "./examples.ts";
import { conflict, preconditionFailed } from "./failures.ts";
import { persist } from "./flush.ts";
import type { Resource } from "./resource.ts";
import type { Answer, Operation, Question } from "../http/route.ts";
import { alter, create, current, discard, furtherProblems, ownFields, type Step } from "./record-operations.ts";

/** `POST`: every field that may be null may also be absent. */
export function creation(resource: Resource): Operation {
  const { singular } = resource;
  const noun = singular.toLowerCase();
  return defineOperation({
    operationId: `create${pascalCase(singular)}`,
    tag: tagOf(resource),
    summary: `Add a ${noun}`,
    access: "editor",
    input: { body: resource.creation, bodyExample: exampleBody(resource) },
    output: { status: 201, ...recordOutput(resource, `The ${noun}, with its new id.`, ["Location", "ETag"]) },
    failures: [conflict],
    check: (inspected, _prepared, { infrastructure: { database } }) =>
      furtherProblems(new Draft(database.prisma), resource, inspected, null),
    answer: async ({ body, infrastructure: { database }, session }) => {
      const record = await change(database, requireStaff(session), async (made) => {
        const draft = new Draft(made.transaction);
        const step = await create(draft, resource, ownFields(resource, body));
        await keep(made, draft, [step]);
        return step.after;
      });
      return answerWith(record, {
        status: 201,
        headers: { Location: `/api/${resource.path}/${encodeURIComponent(record.id)}` },
      });
    },
  });
}

/** `PUT`: an absent field keeps its value. */
export function update(resource: Resource): Operation {
  const { singular } = resource;
  const noun = singular.toLowerCase();
  return defineOperation({
    operationId: `update${pascalCase(singular)}`,
    tag: tagOf(resource),
    summary: `Change a ${noun}`,
    description: "Changes the fields that the body carries. A record that was read can be sent back whole.",
    access: "editor",
    input: { ...recordInput(resource), body: resource.change, bodyExample: exampleBody(resource) },
    output: recordOutput(resource, `The ${noun} as it now is.`, ["ETag"]),
    failures: [notFound(resource), conflict, preconditionFailed],
    prepare: async (question) => {
      const draft = new Draft(question.infrastructure.database.prisma);
      return { draft, before: await currentAsked(draft, resource, question) };
    },
    check: async ({ sent, problems }, { draft, before }) => {
      const isOther = "id" in sent && sent["id"] !== before.id;
      const ofId = isOther ? [{ path: "id", message: "is not the id in the path" }] : [];
      const found = { sent, problems: [...problems, ...ofId] };
      return [...ofId, ...(await furtherProblems(draft, resource, found, before))];
    },
    answer: async (question) => {
      const record = await change(question.infrastructure.database, requireStaff(question.session), async (made) => {
        const draft = new Draft(made.transaction);
        // Another write may have come since `prepare` looked.
        const before = await currentAsked(draft, resource, question);
        const step = await alter(draft, resource, before, ownFields(resource, question.body));
        await keep(made, draft, [step]);
        return step.after;
      });
      return answerWith(record);
    },
  });
}

/** `DELETE`: with `?cascade=true` also what refers to the record, where the resource allows that. */
export function removal(resource: Resource): Operation {
  const { singular } = resource;
  const noun = singular.toLowerCase();
  return defineOperation({
    operationId: `delete${pascalCase(singular)}`,
    tag: tagOf(resource),
    summary: `Delete a ${noun}`,
    access: "editor",
    input: { ...recordInput(resource), query: removalQuery(resource) },
    output: recordOutput(resource, `The ${noun} as it was.`, ["ETag"]),
    failures: [badRequest, notFound(resource), conflict, preconditionFailed],
    prepare: async (question) => {
      await currentAsked(new Draft(question.infrastructure.database.prisma), resource, question);
    },
    answer: async (question) => {
      const record = await change(question.infrastructure.database, requireStaff(question.session), async (made) => {
        const draft = new Draft(made.transaction);
        const before = await currentAsked(draft, resource, question);
        await keep(made, draft, await discard(draft, resource, before, question.query["cascade"] === true));
        return before;
      });
      return answerWith(record);
    },
  });
}

function recordInput(resource: Resource) {
  const params = idParam(
    resource.singular.toLowerCase(),
    exampleOf(resource, ({ id }) => id),
  );
  return { params, headers: ["If-Match"] as const };
}

function recordOutput(
  resource: Resource,
  description: string,
  headers: OutputDeclaration["headers"],
): OutputDeclaration {
  return { description, headers, schema: resource.record, example: exampleRecord(resource) };
}

/** `cascade`, where a resource has something that it may take along. Anything but `true` is false. */
function removalQuery({ singular, dependants }: Resource) {
  const taken = dependants.flatMap(({ cascade }) => (cascade ? [cascade.plural.toLowerCase()] : []));
  const cascade = z
    .array(z.string())
    .default([])
    .transform((values) => values.includes("true"))
    .pipe(z.boolean().meta({ default: false }))
    .describe(
      `\`true\` also deletes the ${taken.join(" and ")} that refer to the ${singular.toLowerCase()}, all or nothing. Otherwise they are in the way: 409.`,
    );
  return z.object(taken.length === 0 ? {} : { cascade });
}

/** The record that the path names, as long as `If-Match` still does. */
function currentAsked(
  draft: Draft,
  resource: Resource,
  { call, params }: Pick<Question, "call"> & { readonly params: { readonly id: string } },
): Promise<FlatRecord> {
  return current(draft, resource, params.id, call.header("if-match"));
}

async function keep(made: Change, draft: Draft, steps: readonly Step[]): Promise<void> {
  const [refusal] = await persist(draft, made.staff);
  if (refusal) throw refusal.error;
  for (const { action, resource, before, after } of steps) made.note(action, resource.path, before, after);
}

function answerWith(record: FlatRecord, extra: Pick<Answer, "status" | "headers"> = {}): Answer {
  const body = Body.json(record);
  return { ...extra, body, headers: { ...extra.headers, ETag: body.etag("identity") } };
}
