import "server-only";
import type { z } from "zod";
import type { Access } from "../auth/staff.ts";
import { inspectInput, inspectOptionalInput, invalid, type Inspected, type Problem } from "./body.ts";
import type { Declaration, InputDeclaration, ParamDeclarations } from "./declaration.ts";
import { readQuery } from "./query.ts";
import type { Answer, Operation, Question } from "./route.ts";

/** The request before its query and body are read. */
type Arrived<Params> = Omit<Question, "params"> & { readonly params: { readonly [name in keyof Params]: string } };

/** The request with its input, as the declared schemas read it. */
type Asked<Params, Query extends z.ZodType, Body extends z.ZodType, Prepared> = Arrived<Params> & {
  readonly query: z.output<Query>;
  readonly body: z.output<Body>;
  readonly prepared: Prepared;
};

interface Definition<
  Params extends ParamDeclarations,
  Query extends z.ZodObject,
  Body extends z.ZodType,
  Prepared,
> extends Omit<Declaration, "input"> {
  readonly isFree?: boolean;
  readonly isConditional?: boolean;
  readonly access?: Access;
  readonly input?: InputDeclaration & { readonly params?: Params; readonly query?: Query; readonly body?: Body };
  /** Where it depends on the time which bodies are valid: `body` with what holds at `now`, in milliseconds since 1970. */
  bodyAt?(now: number): z.ZodType<z.output<Body>>;
  /** Decides what comes before the query and the body: 401, 403, 404 (contract §2). */
  prepare?(question: Arrived<Params>): Prepared | Promise<Prepared>;
  /** What else is wrong with the body: a 400 names it with what the schema finds. */
  check?(inspected: Inspected<z.output<Body>>, prepared: Prepared, question: Arrived<Params>): readonly Problem[];
  answer(question: Asked<Params, Query, Body, Prepared>): Answer | Promise<Answer>;
}

/** An operation that declares itself, and whose `answer` gets its input parsed. */
export function defineOperation<
  Params extends ParamDeclarations = Record<never, never>,
  Query extends z.ZodObject = z.ZodObject<Record<never, never>>,
  Body extends z.ZodType = z.ZodUndefined,
  Prepared = undefined,
>(definition: Definition<Params, Query, Body, Prepared>): Operation {
  const { isFree, isConditional, access, input = {}, bodyAt, prepare, check, answer, ...declared } = definition;
  const { query, body } = input;
  return {
    isFree,
    isConditional,
    access,
    declaration: { ...declared, input },
    answer: async (question) => {
      // The route's path has the names that are declared: a test compares them.
      const arrived = question as Arrived<Params>;
      // Without `prepare`, `Prepared` is undefined.
      const prepared = (await prepare?.(arrived)) as Prepared;
      const values = query ? readQuery(question.call.target.search, query) : {};
      const read = async () => {
        if (!body) return undefined;
        const schema = bodyAt?.(question.infrastructure.now()) ?? body;
        const inspected = await (input.isBodyOptional ? inspectOptionalInput : inspectInput)(question.call, schema);
        const problems = [...inspected.problems, ...(check?.(inspected, prepared, arrived) ?? [])];
        if (inspected.input === null || problems.length > 0) throw invalid(problems);
        return inspected.input;
      };
      // Without a schema, `Query` is that of no values, and `Body` that of undefined.
      const parsed = { query: values as z.output<Query>, body: (await read()) as z.output<Body> };
      return answer({ ...arrived, ...parsed, prepared });
    },
  };
}
