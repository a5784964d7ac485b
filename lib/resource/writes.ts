import "server-only";
import type { z } from "zod";
import { requireStaff } from "../auth/staff.ts";
import { Body } from "../snapshots/representation.ts";
import { change, type Change } from "../audit-log/change.ts";
import type { FlatRecord } from "../audit-log/queries.ts";
import { inspectInput, type Inspected } from "../http/body.ts";
import type { Call, Answer, Operation } from "../http/route.ts";
import { Draft } from "./draft.ts";
import { persist } from "./persist.ts";
import type { Resource } from "./resource.ts";
import { alter, create, current, discard, soundFields, type Step } from "./rules.ts";
import { queryValues } from "../http/router.ts";

/** `POST`: every field that may be null may also be absent. */
export function creation(resource: Resource): Operation {
  return {
    access: "editor",
    answer: async ({ call, infrastructure: { database }, session }) => {
      const staff = requireStaff(session);
      const fields = await soundFields(
        new Draft(database.prisma),
        resource,
        await inspectInput(call, resource.creation),
        null,
      );
      const record = await change(database, staff, async (made) => {
        const draft = new Draft(made.transaction);
        const step = await create(draft, resource, fields);
        await keep(made, draft, [step]);
        return step.after;
      });
      return answerWith(record, {
        status: 201,
        headers: { Location: `/api/${resource.path}/${encodeURIComponent(record.id)}` },
      });
    },
  };
}

/** `PUT`: an absent field keeps its value. */
export function update(resource: Resource): Operation {
  return {
    access: "editor",
    answer: async ({ call, params, infrastructure: { database }, session }) => {
      const staff = requireStaff(session);
      const id = params["id"] ?? "";
      const ifMatch = call.header("if-match");
      const outside = new Draft(database.prisma);
      const before = await current(outside, resource, id, ifMatch);
      const fields = await soundFields(outside, resource, await inspectChange(call, resource.change, id), before);
      const record = await change(database, staff, async (made) => {
        const draft = new Draft(made.transaction);
        const step = await alter(draft, resource, await current(draft, resource, id, ifMatch), fields);
        await keep(made, draft, [step]);
        return step.after;
      });
      return answerWith(record);
    },
  };
}

/** `DELETE`: with `?cascade=true` also what refers to the record, where the resource allows that. */
export function removal(resource: Resource): Operation {
  return {
    access: "editor",
    answer: async ({ call, params, infrastructure: { database }, session }) => {
      const staff = requireStaff(session);
      const id = params["id"] ?? "";
      const ifMatch = call.header("if-match");
      await current(new Draft(database.prisma), resource, id, ifMatch);
      const isCascade = queryValues(call.target.search, ["cascade"])["cascade"]?.includes("true") ?? false;
      const record = await change(database, staff, async (made) => {
        const draft = new Draft(made.transaction);
        const before = await current(draft, resource, id, ifMatch);
        await keep(made, draft, await discard(draft, resource, before, isCascade));
        return before;
      });
      return answerWith(record);
    },
  };
}

async function inspectChange(call: Call, schema: z.ZodObject, id: string): Promise<Inspected<Record<string, unknown>>> {
  const inspected = await inspectInput(call, schema);
  if (!("id" in inspected.sent) || inspected.sent["id"] === id) return inspected;
  return { ...inspected, problems: [...inspected.problems, { path: "id", message: "is not the id in the path" }] };
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
