import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { developer } from "../../../test/developer.ts";
import {
  createResponseChecker,
  servedDocument,
  type ResponseChecker,
  type ServedDocument,
} from "../../../test/document-answers.ts";
import {
  serializeRequest,
  arbitraryRequests,
  type KnownIds,
  type GeneratedRequest,
} from "../../../test/generated-requests.ts";
import { timeoutMilliseconds, runOptions, stopwatch, requestsWanted } from "../../../test/generated-runs.ts";
import { databaseKinds } from "../../../test/databases.ts";
import { RawConnection, type RawResponse } from "../../../test/raw-http.ts";
import { useService, type TestService } from "../../../test/service.ts";

const highLimits = "100000000";
/** Connections that are open at the same time. */
const connections = 4;

describe.each(databaseKinds)("requests made from the document (%s)", (databaseKind) => {
  let document: ServedDocument;
  let judge: ResponseChecker;
  let known: KnownIds;

  const service = useService(databaseKind, {
    settings: { PUBLIC_DAILY_LIMIT: highLimits, KEY_DAILY_LIMIT: highLimits, ACCOUNT_DAILY_LIMIT: highLimits },
  });
  beforeAll(async () => {
    document = servedDocument.parse(await (await service.get("/api/openapi.json")).json());
    judge = createResponseChecker(document);
    known = await knownTo(service);
  });

  test(
    "get complete responses that match the document, with every header, and never 500",
    async () => {
      const open = Array.from({ length: connections }, () => new RawConnection(service.port));
      const statuses: Record<number, number> = {};
      const several = fc.array(arbitraryRequests(document, known), { minLength: connections, maxLength: connections });
      const isOver = stopwatch(3);

      await fc.assert(
        fc.asyncProperty(several, async (requests) => {
          if (isOver()) return;
          const answers = await Promise.all(
            requests.map(async (request, index) => open[index]?.send(serializeRequest(request), request.method)),
          );
          for (const [index, answer] of answers.entries()) {
            const request = requests[index];
            if (!request || !answer) continue;
            statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
            expect(wrongIn(answer, request, judge)).toEqual([]);
          }
        }),
        runOptions(250, connections * databaseKinds.length),
      );

      for (const connection of open) connection.close();
      if (requestsWanted !== null) console.warn(`${databaseKind}: ${JSON.stringify(statuses)}`);
      expect(statuses[200]).toBeGreaterThan(0);
    },
    timeoutMilliseconds,
  );
});

/** Everything that is wrong with a response, for any request. */
function wrongIn(answer: RawResponse, request: GeneratedRequest, judge: ResponseChecker): string[] {
  const { status, headers, body } = answer;
  const wrong = status >= 500 ? [`it is ${status}: ${body.toString()}`] : [];
  const isMetered = !/^\/api\/health/.test(request.target);
  const always: [string, RegExp][] = [
    ["x-request-id", /^[\w.-]{8,128}$/],
    ["x-content-type-options", /^nosniff$/],
    ["vary", /^(Accept, )?Accept-Encoding, Authorization, Cookie$/],
    ["cache-control", /^no-(cache|store)$/],
    ["date", /GMT$/],
  ];
  const figures = ["limit", "remaining", "reset"].map((name): [string, RegExp] => [`x-ratelimit-${name}`, /^\d+$/]);
  for (const [name, shape] of [...always, ...(isMetered ? figures : [])]) {
    const value = headers.get(name) ?? "";
    if (!shape.test(value)) wrong.push(`its ${name} is ${JSON.stringify(value)}`);
  }
  const isCoded = headers.has("content-encoding");
  if (status >= 400 && body.length > 0 && !isCoded && !/^\{"error":"/.test(body.toString()))
    wrong.push(`its body is ${body.toString()}`);
  if (status === 405 && !headers.has("allow")) wrong.push("it has no Allow");
  // A malformed target, or one whose dot segments lead elsewhere, belongs to no operation.
  const isWhole = depthOf(request.target) === depthOf(request.place ?? "") + 1;
  const isOperation =
    isWhole && request.place !== null && status !== 204 && !isCoded && !/%2e|\.\.|%00/i.test(request.target);
  if (isOperation && !(status === 404 && isElsewhere(body)) && !isBroken(answer))
    wrong.push(...judge(request.place ?? "", answer, request.method === "HEAD"));
  return wrong;
}

/** The number of non-empty segments. A path whose id is empty is the list's path. */
function depthOf(target: string): number {
  const [path = ""] = target.slice(target.indexOf("/")).split("?");
  return path.split("/").filter((word) => word !== "").length;
}

/** An empty id, or one that contains a slash, addresses another path. */
function isElsewhere(body: Buffer): boolean {
  return body.length === 0 || body.toString() === '{"error":"Not found"}';
}

function isBroken({ status, body }: RawResponse): boolean {
  return status === 400 && body.toString() === '{"error":"Bad request"}';
}

async function knownTo(service: TestService): Promise<KnownIds> {
  const people = await Promise.all([developer(service), developer(service, "editor"), developer(service, "admin")]);
  const { key } = (await people[0]?.makeKey()) ?? { key: "" };
  const ids: Record<string, string[]> = {};
  for (const path of ["shows", "theatres", "people", "roles", "productions", "cast-members"]) {
    const list = (await (await service.get(`/api/${path}`)).json()) as { id: string }[];
    ids[path] = list.slice(0, 20).map(({ id }) => id);
  }
  return { ids, cookies: people.map(({ cookie }) => cookie), key };
}
