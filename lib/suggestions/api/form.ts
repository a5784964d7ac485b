import "server-only";
import { databaseErrorToAppError } from "../../db/errors.ts";
import { allIssuesOf } from "../../http/body.ts";
import type { HandlerResult, HttpRequest, Operation, RequestContext } from "../../http/route.ts";
import { newSuggestion } from "../schema.browser.ts";
import { formTrap, type FormRefusal } from "../terms.browser.ts";

/** Contract §18. */
const maxBytes = 4_000;
/** Percent-encoding makes up to three bytes of one, and each field has a name. */
const maxFormBytes = 16_000;
/** Of what names the record in the address of the form, encoded: more than any id has. */
const maxPartCharacters = 250;

/**
 * Bounds the body of the operation, and lets a page's form send it without scripts. A form is answered with a redirect:
 * to the page of the suggestion, or back to the form with the reason of the refusal.
 */
export function takesForms(operation: Operation): Operation {
  return {
    ...operation,
    handle: (context) =>
      isForm(context.request)
        ? answerForm(operation, context)
        : operation.handle({
            ...context,
            request: { ...context.request, readBody: (max) => context.request.readBody(Math.min(max, maxBytes)) },
          }),
  };
}

function isForm(request: HttpRequest): boolean {
  return /^application\/x-www-form-urlencoded *(;|$)/i.test(request.header("content-type") ?? "");
}

async function answerForm(operation: Operation, context: RequestContext): Promise<HandlerResult> {
  const typed = new URLSearchParams((await context.request.readBody(maxFormBytes)).toString("utf8"));
  const back = (refused: FormRefusal, fields: readonly string[] = []) => seeForm(typed, refused, fields);
  // People don't see this field; programs that fill in every form do.
  if (typed.get(formTrap)) return back("trap");
  const sent = Object.fromEntries([...typed].filter(([name, value]) => name !== formTrap && value.trim() !== ""));
  const bytes = Buffer.from(JSON.stringify(sent));
  if (bytes.length > maxBytes) return back("size");
  try {
    const request: HttpRequest = {
      ...context.request,
      header: (name) => (name === "content-type" ? "application/json" : context.request.header(name)),
      readBody: async () => bytes,
    };
    const { body } = await operation.handle({ ...context, request });
    const { id } = JSON.parse(String(await body?.bytes("identity"))) as { id: string };
    return { status: 303, body: null, headers: { Location: `/suggestions/${id}` } };
  } catch (error) {
    const refusal = databaseErrorToAppError(error);
    if (refusal?.code === "rate_limited") return back("limit");
    if (refusal?.code === "unavailable") return back("later");
    if (refusal?.code !== "invalid") throw error;
    return back(
      "invalid",
      allIssuesOf(refusal).map(({ path }) => path),
    );
  }
}

/** Back to the form of the same record, by a short address. What was typed is still in the browser's history. */
function seeForm(typed: URLSearchParams, refused: FormRefusal, fields: readonly string[]): HandlerResult {
  const query = new URLSearchParams({ refused });
  for (const name of ["resource", "id", "field"]) {
    const value = typed.get(name) ?? "";
    query.set(name, encodeURIComponent(value.toWellFormed()).length > maxPartCharacters ? "" : value);
  }
  const known = Object.keys(newSuggestion.shape).filter((name) => fields.includes(name));
  if (fields.length > 0) query.set("problems", known.join(","));
  return { status: 303, body: null, headers: { Location: `/suggest?${query}` } };
}
