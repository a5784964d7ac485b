import "server-only";
import { z } from "zod";
import type { RequiredAccess } from "../auth/staff.ts";
import { validateBody, validateOptionalBody, validationError, type Validated, type FieldIssue } from "./body.ts";
import type { Declaration, InputDeclaration, ParamDeclarations } from "./declaration.ts";
import type { HandlerResult, HttpRequest, Operation, RequestContext, RequestTarget } from "./route.ts";
import { queryValues } from "./router.ts";

/** The request before its query and body are read. */
type UnparsedContext<Params> = Omit<RequestContext, "params"> & {
  readonly params: { readonly [name in keyof Params]: string };
};

/** The request with its input, as the declared schemas read it. */
type ParsedContext<Params, Query extends z.ZodType, Body extends z.ZodType, Prepared> = UnparsedContext<Params> & {
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
  readonly access?: RequiredAccess;
  readonly input?: InputDeclaration & { readonly params?: Params; readonly query?: Query; readonly body?: Body };
  /** Where it depends on the time which bodies are valid: `body` with what holds at `now`, in milliseconds since 1970. */
  bodyAt?(now: number): z.ZodType<z.output<Body>>;
  /** Decides what comes before the query and the body: 401, 403, 404 (contract §2). */
  prepare?(context: UnparsedContext<Params>): Prepared | Promise<Prepared>;
  /** What else is wrong with the body: a 400 names it with what the schema finds. */
  check?(
    inspected: Validated<z.output<Body>>,
    prepared: Prepared,
    context: UnparsedContext<Params>,
  ): readonly FieldIssue[] | Promise<readonly FieldIssue[]>;
  handle(context: ParsedContext<Params, Query, Body, Prepared>): HandlerResult | Promise<HandlerResult>;
}

/** An operation that declares itself, and whose `handle` gets its input parsed. */
export function defineOperation<
  Params extends ParamDeclarations = Record<never, never>,
  Query extends z.ZodObject = z.ZodObject<Record<never, never>>,
  Body extends z.ZodType = z.ZodUndefined,
  Prepared = undefined,
>(definition: Definition<Params, Query, Body, Prepared>): Operation {
  const { isFree, isConditional, access, input = {}, bodyAt, prepare, check, handle, ...declared } = definition;
  const { query: querySchema, body: bodySchema } = input;
  const readQuery = querySchema && queryReader(querySchema);
  // Without a schema, `Query` is that of no values.
  const queryOf = ({ target }: HttpRequest) => (readQuery?.(target) ?? {}) as z.output<Query>;
  const readBody = async (
    usual: Body,
    context: UnparsedContext<Params>,
    prepared: Prepared,
  ): Promise<z.output<Body>> => {
    const schema = bodyAt?.(context.infrastructure.now()) ?? usual;
    const inspected = await (input.isBodyOptional ? validateOptionalBody : validateBody)(context.request, schema);
    const problems = [...inspected.issues, ...((await check?.(inspected, prepared, context)) ?? [])];
    if (inspected.input === null || problems.length > 0) throw validationError(problems);
    return inspected.input;
  };
  return {
    isFree,
    isConditional,
    access,
    declaration: { ...declared, input },
    handle: async (context) => {
      // The route's path has the names that are declared: a test compares them.
      const unparsed = context as UnparsedContext<Params>;
      // Without `prepare`, `Prepared` is undefined.
      const prepared = (prepare && (await prepare(unparsed))) as Prepared;
      const query = queryOf(context.request);
      // Without a schema, `Body` is that of undefined.
      const body = (bodySchema && (await readBody(bodySchema, unparsed, prepared))) as z.output<Body>;
      const { request, params, infrastructure, versions, rateLimit, session, sessionError } = unparsed;
      // Named one by one: to spread `unparsed` and add to it takes V8 6 µs.
      return handle({
        request,
        params,
        infrastructure,
        versions,
        rateLimit,
        session,
        sessionError,
        query,
        body,
        prepared,
      });
    },
  };
}

/**
 * Reads queries as `schema` says: an array gets all values of its name, in one order whatever the order in which they
 * were sent; any other field gets the first. What the schema does not name is ignored. What is read is kept with the
 * target, for as long as the router keeps that.
 *
 * @returns a function that throws AppError 400 with everything that is wrong.
 */
export function queryReader<Schema extends z.ZodObject>(schema: Schema): (target: RequestTarget) => z.output<Schema> {
  const names = Object.keys(schema.shape);
  const { properties = {} } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  const isList = (name: string) => typeof properties[name] === "object" && properties[name].type === "array";
  const lists = new Set(names.filter(isList));
  return (target) => {
    // What this schema has read; nothing else is kept under it.
    const before = target.queries.get(schema) as z.output<Schema> | undefined;
    if (before) return before;
    const given = Object.entries(queryValues(target.search, names));
    const parsed = schema.safeParse(
      Object.fromEntries(given.map(([name, values]) => [name, lists.has(name) ? values.toSorted() : values[0]])),
    );
    if (!parsed.success)
      throw validationError(
        parsed.error.issues.map((issue) => ({ path: issue.path.join("."), message: issue.message })),
      );
    target.queries.set(schema, parsed.data);
    return parsed.data;
  };
}
