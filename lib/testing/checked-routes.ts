import type { z } from "zod";
import type { Answer, Operation, Route } from "../http/route.ts";
import type { Body } from "../snapshots/representation.ts";

/** The same route, whose operations fail where an answer is not as they declare it. */
export function checked(route: Route): Route {
  const operations = Object.entries(route.operations).map(([method, operation]) => [
    method,
    checkedOperation(`${method} ${route.path}`, operation),
  ]);
  return { ...route, operations: Object.fromEntries(operations) as Route["operations"] };
}

function checkedOperation(place: string, operation: Operation): Operation {
  if (!operation.declaration) return operation;
  const { output, otherOutputs = [] } = operation.declaration;
  const declared = new Map([output, ...otherOutputs].map(({ status = 200, schema }) => [status, schema]));
  return {
    ...operation,
    answer: async (question) => {
      const answer = await operation.answer(question);
      const { status = 200, body, work } = answer;
      const schema = declared.get(status);
      if (!schema) throw new Error(`${place} answered ${status}, which it does not declare.`);
      if (!work) check(place, body, schema);
      return work ? { ...answer, work: checkedWork(place, work, schema) } : answer;
    },
  };
}

function checkedWork(place: string, work: NonNullable<Answer["work"]>, schema: z.ZodType): Answer["work"] {
  return async (tell) => {
    const body = await work(tell);
    check(place, body, schema);
    return body;
  };
}

function check(place: string, body: Body | null, schema: z.ZodType): void {
  if (!body) throw new Error(`${place} answered without the body that it declares.`);
  const { error } = schema.safeParse(JSON.parse(body.identity.toString("utf8")));
  if (error) throw new Error(`${place} answered another body than it declares: ${error.message}`);
}
