import "server-only";
import { z } from "zod";
import { freshMinutes, freshSignIns } from "./access/permissions.browser.ts";
import { whenDone, type Soon } from "../core/promises.ts";
import { Representation } from "../catalogue/representation.ts";
import { fieldPicker, type Answer } from "./answer.ts";
import { validateBody, validationError, type Validated, type FieldIssue } from "./body.ts";
import type { Declaration, InputDeclaration, OutputDeclaration, ParamDeclarations } from "./declaration.ts";
import { forbiddenToOldSession } from "./failures.ts";
import { ignoredParameters } from "./response-headers.ts";
import type { HandlerResult, HttpRequest, Operation, RequestContext, RequestTarget } from "./route.ts";
import { queryValues } from "./router.ts";

type UnparsedContext<Params> = Omit<RequestContext, "params"> & {
  readonly params: { readonly [name in keyof Params]: string };
};

type ParsedContext<Params, Query extends z.ZodType, Body extends z.ZodType, Prepared> = UnparsedContext<Params> & {
  readonly query: z.output<Query>;
  readonly body: z.output<Body>;
  readonly prepared: Prepared;
};

interface Definition<
  Params extends ParamDeclarations,
  Query extends z.ZodObject,
  Body extends z.ZodType,
  Output extends z.ZodType,
  Prepared,
>
  extends Omit<Declaration, "input" | "output">, Pick<Operation, "isFree" | "isEntry" | "isConditional" | "access"> {
  readonly output: OutputDeclaration & { readonly schema: Output };
  readonly input?: InputDeclaration & { readonly params?: Params; readonly query?: Query; readonly body?: Body };
  /** The body's schema at `now` (milliseconds since 1970), for operations whose validation depends on the time. */
  bodyAt?(now: number): z.ZodType<z.output<Body>>;
  /** Runs before the query and the body are parsed, because 401, 403 and 404 come first (contract §2). Null: 404. */
  prepare?(context: UnparsedContext<Params>): Soon<Prepared | null>;
  /** Returns further issues of the body. The 400 lists them together with the schema's issues. */
  check?(
    inspected: Validated<z.output<Body>>,
    prepared: Prepared,
    context: UnparsedContext<Params>,
  ): Soon<readonly FieldIssue[]>;
  handle(context: ParsedContext<Params, Query, Body, Prepared>): Soon<Handled<Output>>;
}

type Handled<Output extends z.ZodType> = HandlerResult | Answer<Output>;

/** Defines an operation with its declaration. Its `handle` receives parsed input. */
export function defineOperation<
  Params extends ParamDeclarations = Record<never, never>,
  Query extends z.ZodObject = z.ZodObject<Record<never, never>>,
  Body extends z.ZodType = z.ZodUndefined,
  Output extends z.ZodType = z.ZodType,
  Prepared = undefined,
>(definition: Definition<Params, Query, Body, Output, Prepared>): Operation {
  const {
    isFree,
    isEntry,
    isConditional,
    access,
    input = {},
    bodyAt,
    prepare,
    check,
    handle,
    ...declared
  } = definition;
  const needsFreshSignIn = freshSignIns.has(declared.operationId);
  const { query: querySchema, body: bodySchema } = input;
  const { schema, status = 200 } = declared.output;
  const missing = declared.failures?.find((failure) => failure.status === 404)?.error;
  const requireFound = <Value>(found: Value | null): Value => {
    if (found !== null) return found;
    throw missing ?? new Error("The operation found nothing, and declares no 404.");
  };
  const pick = fieldPicker(schema);
  const resultOf = (handled: Handled<Output>): HandlerResult =>
    "value" in handled
      ? { status, body: Representation.json(pick(requireFound(handled.value))), headers: handled.headers }
      : handled;
  const readQuery = querySchema && queryReader(querySchema);
  // Without a schema, `Query` is the empty object.
  const queryOf = ({ target }: HttpRequest) => (readQuery?.(target) ?? {}) as z.output<Query>;
  const readBody = async (
    usual: Body,
    context: UnparsedContext<Params>,
    prepared: Prepared,
  ): Promise<z.output<Body>> => {
    const schema = bodyAt?.(context.infrastructure.now()) ?? usual;
    const inspected = await validateBody(context.request, schema, input.isBodyOptional);
    const problems = [...inspected.issues, ...((await check?.(inspected, prepared, context)) ?? [])];
    if (inspected.input === null || problems.length > 0) throw validationError(problems);
    return inspected.input;
  };
  const isStrict = querySchema !== undefined && isStrictSchema(querySchema);
  // Targets are cached, so that a repeated read looks nothing up in its query.
  const ignored = new WeakMap<RequestTarget, string>();
  const ignoredIn = (target: RequestTarget): string => {
    let names = ignored.get(target);
    if (names === undefined) ignored.set(target, (names = ignoredParameters(target.search, querySchema?.shape ?? {})));
    return names;
  };
  return {
    isFree,
    isEntry,
    isConditional,
    access,
    isStrict,
    ...(!isStrict && { ignoredIn }),
    needsFreshSignIn,
    declaration: { ...(needsFreshSignIn ? withFreshSignIn(declared) : declared), input },
    handle: (context) => {
      // The cast is safe: a test compares the declared names with those in the route's path.
      const unparsed = context as UnparsedContext<Params>;
      // PostgreSQL can't store a NUL, so nothing has such an id.
      if (missing && Object.values<string>(context.params).some((value) => value.includes("\0"))) throw missing;
      const run = (query: z.output<Query>, body: z.output<Body>, prepared: Prepared) =>
        // Added to the context, which is of this call alone, because spreading it into another costs V8 6 µs.
        whenDone(handle(Object.assign(unparsed, { query, body, prepared })), resultOf);
      // Without `prepare`, `Prepared` defaults to undefined.
      return whenDone(prepare?.(unparsed), (found) => {
        const prepared = (prepare && requireFound(found)) as Prepared;
        const query = queryOf(context.request);
        // Without a schema, `Body` is `z.ZodUndefined`.
        if (!bodySchema) return run(query, undefined as z.output<Body>, prepared);
        return readBody(bodySchema, unparsed, prepared).then((body) => run(query, body, prepared));
      });
    },
  };
}

/** The declaration of an operation that needs a fresh sign-in says so. */
function withFreshSignIn<Declared extends Omit<Declaration, "input">>(declared: Declared): Declared {
  const { description, failures = [] } = declared;
  const note = `Needs a sign-in within the last ${freshMinutes} minutes.`;
  return {
    ...declared,
    description: description === undefined ? note : `${description} ${note}`,
    failures: [...failures, forbiddenToOldSession],
  };
}

/**
 * Creates a function that parses a target's query with `schema`. An array field gets all values of its parameter,
 * sorted, so that their order in the URL does not matter; any other field gets the first value. Unknown parameters and
 * further values are ignored, or refused by a strict schema. The target caches the result.
 *
 * @returns a function that throws AppError 400 with all issues.
 */
export function queryReader<Schema extends z.ZodObject>(schema: Schema): (target: RequestTarget) => z.output<Schema> {
  const names = Object.keys(schema.shape);
  // At the first query, because a start defines a hundred operations.
  const readLists = () => {
    const { properties = {} } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
    return new Set(names.filter((name) => typeof properties[name] === "object" && properties[name].type === "array"));
  };
  let lists: ReadonlySet<string> | undefined;
  const isList = (name: string) => (lists ??= readLists()).has(name);
  const isStrict = isStrictSchema(schema);
  return (target) => {
    // The cast is safe: only this schema's output is stored under it.
    const before = target.queries.get(schema) as z.output<Schema> | undefined;
    if (before) return before;
    const parameters = Object.entries(queryValues(target.search, names));
    const parsed = schema.safeParse(
      Object.fromEntries(parameters.map(([name, values]) => [name, isList(name) ? values.toSorted() : values[0]])),
    );
    const repeated = parameters.flatMap(([name, { length }]) => (length > 1 && !isList(name) ? [name] : []));
    const refused = isStrict
      ? [
          ...repeated.map((path) => ({ path, message: "must be given once" })),
          ...unknownParameters(target.search, names),
        ]
      : [];
    if (!parsed.success || refused.length > 0)
      throw validationError([
        // A value in a list is the parameter's.
        ...(parsed.error?.issues ?? [])
          .map(({ path: [name = ""], message }) => ({ path: String(name), message }))
          .filter(({ path }) => !isStrict || !repeated.includes(path)),
        ...refused,
      ]);
    target.queries.set(schema, parsed.data);
    return parsed.data;
  };
}

function isStrictSchema({ def }: z.ZodObject): boolean {
  return def.catchall instanceof z.ZodNever;
}

function unknownParameters(search: string, names: readonly string[]): FieldIssue[] {
  const unknown = [...new Set(new URLSearchParams(search).keys())].filter((name) => !names.includes(name));
  return unknown.map((path) => ({ path, message: "There is no such parameter." }));
}
