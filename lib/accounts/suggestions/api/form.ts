import "server-only";
import { createHmac } from "node:crypto";
import { dayName, utcDay } from "../../../core/clock.ts";
import { networkOf } from "../../../core/fair-turns.ts";
import { addressOf } from "../../../http/request.ts";
import type { RequestContext, HandlerResult, HttpRequest, Operation } from "../../../http/route.ts";
import { suggestionLimits, formTrap, type FormRefusal } from "../terms.browser.ts";
import { AppError, type ErrorCode } from "../../../core/errors.ts";
import { allIssuesOf } from "../../../http/body.ts";
import { newSuggestion } from "../schema.browser.ts";

/** What bounds its sender, the narrowest first, and the group of what its network sends today. */
export function senderOf({
  caller,
  request,
  infrastructure: { settings, sessionSecret, now },
}: Pick<RequestContext, "caller" | "request" | "infrastructure">) {
  const isKey = caller.startsWith("key:");
  const address = addressOf(request, settings);
  const network = networkOf(address);
  return {
    allowances: [
      isKey
        ? { subject: `${caller} suggestions`, ...suggestionLimits.key }
        : { subject: `ip:${address} suggestions`, ...suggestionLimits.address },
      { subject: `network:${network} suggestions`, ...suggestionLimits.network },
      ...(isKey ? [] : [{ subject: "strangers suggestions", ...suggestionLimits.strangers }]),
    ],
    group_id: createHmac("sha256", sessionSecret)
      .update(`suggestions ${network} ${dayName(utcDay(now()))}`)
      .digest("base64url")
      .slice(0, 16),
  };
}

/** Contract §18. */
const maxBytes = 4_000;
/** Percent-encoding makes up to three bytes of one, and each field has a name. */
const maxFormBytes = 16_000;
/** Of what names the record in the address of the form, encoded: more than any id has. */
const maxPartCharacters = 250;

/**
 * Bounds the body, and lets a page's form send it without scripts. A form is always answered with a redirect: to the page
 * of the suggestion, or back to the form with the reason. What was typed is still in the browser's history.
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
    failForm: (request, failure) =>
      isForm(request) || isOfBrowser(request)
        ? { ...seeForm(request, refusalBy(failure), allIssuesOf(failure)), failure }
        : null,
  };
}

function isForm(request: HttpRequest): boolean {
  return /^application\/x-www-form-urlencoded *(;|$)/i.test(request.header("content-type") ?? "");
}

/** Whether a page's form has sent it in another type, which the operation refuses. */
function isOfBrowser(request: HttpRequest): boolean {
  const isHtml = request.header("accept")?.includes("text/html") ?? false;
  return isHtml && !/\bjson\b/i.test(request.header("content-type") ?? "");
}

async function answerForm(operation: Operation, context: RequestContext): Promise<HandlerResult> {
  const typed = new URLSearchParams((await context.request.readBody(maxFormBytes)).toString("utf8"));
  // People don't see this field; programs that fill in every form do.
  if (typed.get(formTrap)) return seeForm(context.request, "trap");
  const sent = Object.fromEntries([...typed].filter(([name, value]) => name !== formTrap && value.trim() !== ""));
  const bytes = Buffer.from(JSON.stringify(sent));
  if (bytes.length > maxBytes) throw new AppError("content_too_large");
  const request: HttpRequest = {
    ...context.request,
    header: (name) => (name === "content-type" ? "application/json" : context.request.header(name)),
    readBody: async () => bytes,
  };
  const { body } = await operation.handle({ ...context, request });
  const { id } = JSON.parse(String(await body?.bytes("identity"))) as { id: string };
  return { status: 303, body: null, headers: { Location: `/suggestions/${id}` } };
}

const refusals: { readonly [Code in ErrorCode]?: FormRefusal } = {
  invalid: "invalid",
  content_too_large: "size",
  rate_limited: "requests",
  unavailable: "later",
};

function refusalBy({ code, message }: AppError): FormRefusal {
  const [used] = (["address", "network", "strangers"] as const).filter(
    (name) => suggestionLimits[name].message === message,
  );
  return used ?? refusals[code] ?? "failure";
}

/** Back to the form of the record, which the address of its page names; without one, to the page that says why. */
function seeForm(request: HttpRequest, refused: FormRefusal, issues: readonly { path: string }[] = []): HandlerResult {
  const query = new URLSearchParams({ refused });
  const referer = request.header("referer") ?? "";
  const page = URL.canParse(referer) ? new URL(referer) : null;
  if (page?.pathname === "/suggest")
    for (const name of ["resource", "id", "field"]) {
      const value = page.searchParams.get(name) ?? "";
      query.set(name, encodeURIComponent(value.toWellFormed()).length > maxPartCharacters ? "" : value);
    }
  const problems = new Set(issues.map(({ path }) => path).filter((path) => path in newSuggestion.shape));
  if (problems.size > 0) query.set("problems", [...problems].join(","));
  return { status: 303, body: null, headers: { Location: `/suggest?${query}` } };
}
