import type { z } from "zod";
import type { Operation, Route } from "../lib/http/route.ts";
import type { BodyContent } from "../lib/catalogue/representation.ts";
import { memoize } from "../lib/core/memoize.browser.ts";

/** The same route, whose operations throw when a response does not match its declaration. */
export function withCheckedResponses(route: Route): Route {
  const operations = Object.entries(route.operations).map(([method, operation]) => [
    method,
    checkedOperation(`${method} ${route.path}`, operation),
  ]);
  return { ...route, operations: Object.fromEntries(operations) as Route["operations"] };
}

/** By schema, the hashes of the bodies that match it: most are sent many times, by many services. */
const soundBodies = memoize((_schema: z.ZodType) => new Set<string>());

function checkedOperation(place: string, operation: Operation): Operation {
  if (!operation.declaration) return operation;
  const { output, otherOutputs = [] } = operation.declaration;
  const declared = new Map([output, ...otherOutputs].map((one) => [one.status ?? 200, one]));
  const check = async (body: BodyContent | null, schema: z.ZodType) => {
    if (!body) throw new Error(`${place} answered without the body that it declares.`);
    const sound = soundBodies(schema);
    if (sound.has(body.hash)) return;
    const { error } = schema.safeParse(JSON.parse((await body.bytes("identity")).toString("utf8")));
    if (error) throw new Error(`${place} answered another body than it declares: ${error.message}`);
    sound.add(body.hash);
  };
  return {
    ...operation,
    handle: async (context) => {
      const result = await operation.handle(context);
      const { status = 200, body, work, headers = {} } = result;
      // The answer to a form of a page; programs never get it.
      if (status === 303) return result;
      const made = declared.get(status);
      if (!made) throw new Error(`${place} answered ${status}, which it does not declare.`);
      const missing = (made.headers ?? []).filter((name) => !(name in headers));
      if (missing.length > 0) throw new Error(`${place} answered without ${missing.join(", ")}, which it declares.`);
      const type = body?.type.split(";")[0] ?? "";
      if (made.otherTypes?.includes(type)) return result;
      if (!work) {
        await check(body, made.schema);
        return result;
      }
      const checkedWork: typeof work = async (tell) => {
        const result = await work(tell);
        await check(result, made.schema);
        return result;
      };
      return { ...result, work: checkedWork };
    },
  };
}
