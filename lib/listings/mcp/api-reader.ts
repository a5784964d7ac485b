import "server-only";
import type { BodyContent } from "../../catalogue/representation.ts";
import type { RequestContext } from "../../http/route.ts";
import { readLatestChanges } from "../../catalogue/change-queries.ts";
import { dayInLondon } from "../../core/dates.ts";
import { AppError } from "../../core/errors.ts";
import { readMilliseconds, withTimeout } from "../../core/promises.ts";
import { allIssuesOf, validationError } from "../../http/body.ts";
import { createRequest } from "../../http/request.ts";
import type { Router } from "../../http/router.ts";
import { requestedOrigin } from "../../http/service-origin.ts";
import type { Named } from "../pages/schema.browser.ts";
import { nameKey } from "../search/matching.browser.ts";
import { resourceAt } from "../../resources/resources.ts";
import type { ResourcePath } from "../../resources/resource-views.browser.ts";

type Query = Readonly<Record<string, string | number | undefined>>;

export type ApiReader = ReturnType<typeof createApiReader>;

/**
 * Reads the API within the process, as a caller would by HTTP: the same operations, the same bounds, and one address for
 * each answer.
 *
 * @param router resolves the paths of the API.
 * @param input the arguments of the caller, by which refusals are told.
 */
export function createApiReader(context: RequestContext, router: Router, input: Readonly<Record<string, unknown>>) {
  const { request: call, infrastructure, versions } = context;
  const origin = requestedOrigin(call, infrastructure.settings);

  /** A refusal by the arguments that the refused parameters come from; a defect of ours when there is none. */
  const inArguments = (error: unknown, query: Query = {}): unknown => {
    if (!(error instanceof AppError) || error.code !== "invalid") return error;
    const issues = allIssuesOf(error).flatMap(({ path, message }) => {
      const isSource = ([, value]: [string, unknown]) => String(value).trim() === String(query[path]);
      const source = Object.entries(input).find(isSource);
      return source ? [{ path: source[0], message }] : [];
    });
    return issues.length > 0 ? validationError(issues) : new Error(error.message, { cause: error });
  };

  const reader = {
    /** The addresses that gave the answer. */
    addresses: [] as string[],

    get today(): string {
      return dayInLondon(infrastructure.now());
    },

    page: (path: string): string => origin + path,

    /** The body of a read below `/api`, whose address becomes part of the answer. @throws AppError its refusal. */
    get<Data>(path: string, query?: Query): Promise<Data> {
      reader.addresses.push(origin + targetOf(path, query));
      return reader.peek<Data>(path, query);
    },

    /** The same for a read on the way to the answer. */
    async peek<Data>(path: string, query?: Query): Promise<Data> {
      const target = targetOf(path, query);
      const header = (name: string) => (addressHeaders.includes(name) ? call.header(name) : undefined);
      const request = createRequest({ method: "GET", target, header, isGone: () => call.isGone() }, router);
      const operation = request.route?.operations.GET;
      let body: BodyContent | null | undefined;
      try {
        body = (await operation?.handle({ ...context, request, params: request.params }))?.body;
      } catch (error) {
        throw inArguments(error, query);
      }
      if (!body) throw new AppError("not_found");
      // The cast is safe as far as the operation's declaration, which the tests compare with every answer.
      return JSON.parse((await body.bytes("identity")).toString()) as Data;
    },

    /** The record with an id, or the one that it was merged into; undefined when there is none. */
    async record(path: ResourcePath, id: string): Promise<Named | undefined> {
      const { catalogue } = infrastructure;
      await catalogue.reach(versions?.data ?? null);
      const row = catalogue.row(path, catalogue.mergedInto(path, id) ?? id);
      return row && { id: row.id, name: String(row.record["name"]) };
    },

    /** The latest changes of these resources, the newest first, and the number of the last change of any record. */
    latestChanges(...query: readonly [paths: readonly string[], since: string, limit: number]) {
      return withTimeout(readMilliseconds, readLatestChanges(infrastructure.database, ...query));
    },
  };
  return reader;
}

/** What addresses within answers depend on. */
const addressHeaders = ["host", "x-forwarded-proto"];

function targetOf(path: string, query: Query = {}): string {
  const parameters = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  return `/api${path}${parameters.length === 0 ? "" : `?${parameters.join("&")}`}`;
}

const maxCandidates = 10;

/** The record that a name or an id means. @throws AppError that says what to send when none, or several, match. */
export async function findRecord(api: ApiReader, path: ResourcePath, text: string): Promise<Named> {
  const byId = await api.record(path, text);
  if (byId) return byId;
  const best = bestMatches(text, await api.peek<Named[]>(`/search/${path}`, { q: text, limit: maxCandidates }));
  const [first] = best;
  if (first && best.length === 1) return first;
  if (first) throw ambiguous(path, text, best);
  throw unmatched(path, text);
}

/** The same for a parameter that may be absent. */
export async function findOptional(api: ApiReader, path: ResourcePath, text: string | undefined) {
  return text === undefined ? undefined : findRecord(api, path, text);
}

/** The matches with the whole name; all of them when none has it. */
export function bestMatches<Match extends Named>(text: string, matches: readonly Match[]): readonly Match[] {
  const whole = matches.filter(({ name }) => nameKey(name) === nameKey(text));
  return whole.length > 0 ? whole : matches;
}

export function unmatched(path: ResourcePath, text: string): AppError {
  const message = `No ${resourceAt(path).singular.toLowerCase()} matches “${text}”. Try \`search\`.`;
  return new AppError("not_found", { message });
}

export function ambiguous(path: ResourcePath, text: string, candidates: readonly Named[]): AppError {
  const shown = candidates.slice(0, maxCandidates).map(({ id, name }) => `${id} (${name})`);
  const more = candidates.length > maxCandidates ? `, and ${candidates.length - maxCandidates} more` : "";
  return new AppError("conflict", {
    error: "Ambiguous",
    message: `More than one ${resourceAt(path).singular.toLowerCase()} matches “${text}”. Send one of these ids: ${shown.join(", ")}${more}.`,
  });
}
