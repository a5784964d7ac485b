import "server-only";
import { randomUUID } from "node:crypto";
import type { z } from "zod";
import { requireStaff } from "../auth/staff.ts";
import { Body } from "../catalogue/body.ts";
import { brokenRule } from "../db/errors.ts";
import type { Prisma } from "../db/generated/client.ts";
import { AppError } from "../errors.ts";
import { change, type Change } from "../journal/change.ts";
import type { FlatRecord } from "../journal/queries.ts";
import { inspectInput, invalid, type Problem } from "./body.ts";
import type { Call } from "./call.ts";
import { holds } from "./negotiate.ts";
import { noSuch, type Resource } from "./resource.ts";
import type { Answer, Operation } from "./route.ts";
import { queryValues } from "./target.ts";

type Transaction = Prisma.TransactionClient;

/** `POST`: every field that may be null may also be absent. */
export function creation(resource: Resource): Operation {
  return {
    access: "editor",
    answer: async ({ call, infrastructure: { database }, session }) => {
      const staff = requireStaff(session);
      const fields = await readFields(resource, call, resource.creation, database.prisma);
      const record = await change(database, staff, async (made) => {
        const planned = { ...blank(resource), ...fields, id: randomUUID() };
        await refuseUnsound(resource, made.transaction, planned);
        await obeying(() => resource.insert(made.transaction, staff, planned));
        return noteAfter(made, "create", resource, null, planned.id);
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
      await current(resource, database.prisma, id, call);
      const fields = await readFields(resource, call, resource.change, database.prisma, id);
      const record = await change(database, staff, async (made) => {
        const before = await current(resource, made.transaction, id, call);
        const after = { ...before, ...fields, id };
        await refuseUnsound(resource, made.transaction, after);
        await obeying(() => resource.update(made.transaction, staff, after));
        return noteAfter(made, "update", resource, before, id);
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
      await current(resource, database.prisma, id, call);
      const isCascade = queryValues(call.target.search, ["cascade"])["cascade"]?.includes("true") ?? false;
      const record = await change(database, staff, async (made) => {
        const before = await current(resource, made.transaction, id, call);
        await clearDependants(made, resource, id, isCascade);
        await remove(made, resource, before);
        return before;
      });
      return answerWith(record);
    },
  };
}

/** The record as it is, when `If-Match` (if there is one) still names it. */
async function current(resource: Resource, transaction: Transaction, id: string, call: Call): Promise<FlatRecord> {
  const record = id.includes("\0") ? null : await resource.find(transaction, id);
  if (!record) throw noSuch(resource);
  const expected = call.header("if-match");
  if (expected !== undefined && !holds(expected, Body.json(record))) {
    throw new AppError("precondition_failed", {
      message: "The record was changed since you read it. Read it again, and send its new ETag in If-Match.",
    });
  }
  return record;
}

async function readFields(
  resource: Resource,
  call: Call,
  schema: z.ZodObject,
  transaction: Transaction,
  id?: string,
): Promise<Record<string, unknown>> {
  const { sent, problems, input } = await inspectInput(call, schema);
  if (id !== undefined && "id" in sent && sent["id"] !== id)
    problems.push({ path: "id", message: "is not the id in the path" });
  if (input && problems.length === 0)
    return Object.fromEntries(Object.entries(input).filter(([name]) => name in resource.record.shape));
  const faulty = new Set(problems.map((problem) => problem.path));
  const unfaulted = Object.fromEntries(Object.entries(sent).filter(([name]) => !faulty.has(name)));
  throw invalid([...problems, ...(await unknownReferences(resource, transaction, unfaulted))]);
}

async function refuseUnsound(resource: Resource, transaction: Transaction, record: FlatRecord): Promise<void> {
  const unknown = await unknownReferences(resource, transaction, record);
  const problems = [...unknown, ...(unknown.length > 0 ? [] : await resource.check(transaction, record))];
  if (problems.length > 0) throw invalid(problems);
}

async function unknownReferences(
  resource: Resource,
  transaction: Transaction,
  fields: Record<string, unknown>,
): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const [path, exists] of Object.entries(resource.references)) {
    const id = fields[path];
    if (typeof id === "string" && !(await exists(transaction, id))) problems.push({ path, message: "names no record" });
  }
  return problems;
}

/** Deletes what refers to a record, or says what does. */
async function clearDependants(made: Change, resource: Resource, id: string, isCascade: boolean): Promise<void> {
  const references: Record<string, number> = {};
  for (const { path, ids, cascade } of resource.dependants) {
    const found = await ids(made.transaction, id);
    if (found.length > 0 && !(isCascade && cascade)) references[path] = found.length;
    if (!isCascade || !cascade) continue;
    for (const one of found) {
      const record = await cascade.find(made.transaction, one);
      if (record) await remove(made, cascade, record);
    }
  }
  if (Object.keys(references).length === 0) return;
  const counts = Object.entries(references).map(([path, count]) => `${count} ${path}`);
  throw new AppError("conflict", {
    message: `Other records refer to it: ${counts.join(", ")}.`,
    members: { references },
  });
}

async function remove(made: Change, resource: Resource, record: FlatRecord): Promise<void> {
  await obeying(() => resource.remove(made.transaction, made.staff, record.id));
  made.note("delete", resource.path, record, null);
}

async function noteAfter(
  made: Change,
  action: "create" | "update",
  resource: Resource,
  before: FlatRecord | null,
  id: string,
): Promise<FlatRecord> {
  const after = await resource.find(made.transaction, id);
  if (!after) throw new Error("A record that was just written is not there.");
  made.note(action, resource.path, before, after);
  return after;
}

/** What the database refuses although nothing was found wrong: another rule of it, or somebody was quicker. */
async function obeying(write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    const rule = brokenRule(error);
    if (rule === "unique") throw new AppError("conflict", { message: "There is such a record already." });
    if (rule === "restrict") throw new AppError("conflict", { message: "Other records refer to it." });
    if (rule === "reference")
      throw new AppError("conflict", {
        message: "A record that it refers to, or that refers to it, was changed at the same moment.",
      });
    if (rule === "value") throw invalid([{ path: "", message: "A value is outside of what can be stored." }]);
    throw error;
  }
}

function answerWith(record: FlatRecord, extra: Pick<Answer, "status" | "headers"> = {}): Answer {
  const body = Body.json(record);
  return { ...extra, body, headers: { ...extra.headers, ETag: body.etag("identity") } };
}

function blank({ record }: Resource): Record<string, null> {
  return Object.fromEntries(Object.keys(record.shape).map((name) => [name, null]));
}
