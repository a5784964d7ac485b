import "server-only";
import { defineFailure } from "../../http/failures.ts";
import { defineOperation } from "../../http/define-operation.ts";
import { meteredRoute, type RequestContext } from "../../http/route.ts";
import { exampleOf } from "../../records/examples.ts";
import { detailsOf, emptyRow, recordOf } from "../../records/rows.ts";
import { resourceAt, resources } from "../../resources/resources.ts";
import { kindOf, maxItems, updatesPage, updatesQuery, type UpdatesQuery } from "./document.ts";
import { setImmediate as nextTurn } from "node:timers/promises";
import { readRecordChanges, type RecordChange, type RecordChanges } from "../../catalogue/change-queries.ts";
import { dayInLondon } from "../../core/dates.ts";
import { AppError } from "../../core/errors.ts";
import type { Database } from "../../db/database.ts";
import { requestedOrigin } from "../../http/service-origin.ts";
import { withUtcTime } from "../../records/repository.ts";
import { Representation } from "../../catalogue/representation.ts";
import { readMilliseconds, withTimeout } from "../../core/promises.ts";
import { mapYielding } from "../../core/yielding.ts";
import { LRUCache } from "lru-cache";
import { memoize } from "../../core/memoize.browser.ts";
import type { Infrastructure } from "../../infrastructure.ts";

const theatres = resourceAt("theatres");
const exampleAddress = "https://listings.example.com/api/updates";

const gone = defineFailure({
  id: "Gone",
  description:
    "Deletions after this number are no longer kept, so a copy can't be brought up to date. Begin again at the address in `message`, and replace the copy.",
  example: deletionsForgotten(1204, exampleAddress),
});

/** `GET /updates`: every change of a record, in order (contract §16). */
export const updatesRoute = meteredRoute("/updates", {
  GET: defineOperation({
    operationId: "listUpdates",
    tag: { name: "Updates", description: "Every change of a record, for programs that keep a copy." },
    summary: "List updates",
    description:
      "What has changed after a change number, in the order of the changes, as Realtime Paged Data Exchange 1.0 defines it. From the beginning it is every record once. Follow `next`; an empty page means that the copy is complete. Each record is there with its last change only.",
    isConditional: true,
    input: { query: updatesQuery, queryExamples: { kind: "theatre,show" } },
    output: {
      description: "A page of changes.",
      schema: updatesPage,
      example: exampleOf(theatres, ({ id, record }) => {
        const fields = JSON.parse(record) as Record<string, unknown>;
        const details = detailsOf(theatres, { ...emptyRow(theatres), ...fields, id }, "2026-10-01");
        return {
          next: `${exampleAddress}?afterChangeNumber=3582`,
          items: [
            { state: "updated", kind: "theatre", id, modified: 3581, data: { ...fields, details } },
            { state: "deleted", kind: "show", id: "les-miserables-2", modified: 3582, merged_into: "les-miserables" },
          ],
          license: "https://creativecommons.org/licenses/by/4.0/",
        };
      }),
    },
    failures: [gone],
    handle: async (context) => ({ body: await pageFor(context.query, context), isConditional: true }),
  }),
});

/**
 * The page of the updates that a query asks for, with at least the changes of the request's version of the data. Recent
 * pages are cached, so that clients that poll the same page cause one statement per version. They are dropped with the
 * version: clients poll the last page, which each change replaces, and read the full pages before it once.
 *
 * @throws AppError 410 when deletions are no longer kept; 503 when too much is being computed.
 */
async function pageFor(query: UpdatesQuery, context: RequestContext): Promise<Representation> {
  const { request, infrastructure, versions } = context;
  const { database, settings, now, computedReads } = infrastructure;
  const address = `${requestedOrigin(request, settings)}/api/updates`;
  const today = dayInLondon(now());
  const key = JSON.stringify([today, addressOf(address, query)]);
  const pages = pagesOf(infrastructure);
  const cached = pages.get(key);
  const version = versions?.data ?? null;
  if (cached && version !== null && version <= cached.version) return cached.body;
  try {
    return await computedReads.run(context, pages, `${version} ${key}`, async (hold) => {
      const wanted = query.kind?.split(",");
      const wantedResources = resources.filter((resource) => wanted?.includes(kindOf(resource)) ?? true);
      const { afterChangeNumber: after, limit = maxItems } = query;
      const tables = wantedResources.map(({ repository }) => repository);
      const reading = readChanges(database, tables, { after, limit });
      // A statement goes on after the timeout.
      hold(reading);
      const { changes, last, forgotten } = await withTimeout(readMilliseconds, reading);
      // A first copy needs no deletion from before it was begun.
      const start = query.startChangeNumber ?? (after === 0 ? last : after);
      if (Math.max(after, start) < forgotten) throw deletionsForgotten(after, address);
      const body = Representation.json({
        next: addressOf(address, nextQuery(query, changes.at(-1), start)),
        items: await mapYielding(changes, (change) => itemOf(change, today)),
        license: settings.DATA_LICENSE_URL,
      });
      if (version !== null) pages.set(key, { version, body });
      return body;
    });
  } catch (error) {
    if (version === null && cached) return cached.body;
    throw error;
  }
}

type ChangesRead = Parameters<typeof readRecordChanges>;
type PageChanges = Pick<RecordChanges, "changes" | "last" | "forgotten">;

const changesAtOnce = 100;
const onePageAtATime = new WeakMap<Database, Promise<unknown>>();

/**
 * The changes of a page. The embedded database runs its statements on the main thread, so there a page takes several of
 * them, with other requests in between, and pages are read one after the other.
 */
function readChanges(database: Database, tables: ChangesRead[1], range: ChangesRead[2]): Promise<PageChanges> {
  if (database.kind === "server") return readRecordChanges(database, tables, range);
  const reading = (onePageAtATime.get(database) ?? Promise.resolve()).then(() => readInParts(database, tables, range));
  onePageAtATime.set(
    database,
    reading.catch(() => undefined),
  );
  return reading;
}

/**
 * The changes are those up to the last number at the beginning: a record that changes meanwhile moves behind it, and is
 * in a later page. Deletions that are forgotten meanwhile count as forgotten before.
 */
async function readInParts(...[database, tables, { after, limit }]: ChangesRead): Promise<PageChanges> {
  const partOf = (from: number, most: number) =>
    readRecordChanges(database, tables, { after: from, limit: Math.min(most, changesAtOnce) });
  const { changes, last, ...first } = await partOf(after, limit);
  let { forgotten } = first;
  let isComplete = changes.length < changesAtOnce;
  while (!isComplete && changes.length < limit) {
    await nextTurn();
    const part = await partOf(changes.at(-1)?.number ?? after, limit - changes.length);
    const more = part.changes.filter(({ number }) => number <= last);
    changes.push(...more);
    forgotten = part.forgotten;
    isComplete = more.length < changesAtOnce;
  }
  return { changes, last, forgotten };
}

function deletionsForgotten(after: number, address: string): AppError {
  return new AppError("gone", {
    message: `The deletions after change ${after} are no longer kept. Begin again at ${address}, and replace your copy.`,
  });
}

/** An empty page is its own next one. */
function nextQuery(query: UpdatesQuery, last: RecordChange | undefined, start: number): UpdatesQuery {
  if (!last) return query;
  const { startChangeNumber: _, ...rest } = query;
  return {
    ...rest,
    afterChangeNumber: last.number,
    ...(start > last.number && { startChangeNumber: start }),
  };
}

function addressOf(address: string, { afterChangeNumber, startChangeNumber, kind, limit }: UpdatesQuery): string {
  const parameters = Object.entries({
    afterChangeNumber: afterChangeNumber || undefined,
    startChangeNumber,
    kind,
    limit,
  });
  const parts = parameters.flatMap(([name, value]) => (value === undefined ? [] : `${name}=${value}`));
  return parts.length === 0 ? address : `${address}?${parts.join("&")}`;
}

function itemOf({ resource: path, id, number: modified, row, merged_into }: RecordChange, today: string) {
  const resource = resourceAt(path);
  const kind = kindOf(resource);
  if (!row) return { state: "deleted", kind, id, modified, ...(merged_into !== null && { merged_into }) };
  const stored = withUtcTime(row);
  const details = resource.details && { details: detailsOf(resource, stored, today) };
  return { state: "updated", kind, id, modified, data: { ...recordOf(resource, stored), ...details } };
}

const maxBytes = 16 * 1024 * 1024;

/** A page contains at least the changes of its version of the data. */
interface CachedPage {
  version: number;
  body: Representation;
}

const pagesOf = memoize(
  (_infrastructure: Infrastructure) =>
    new LRUCache<string, CachedPage>({
      maxSize: maxBytes,
      sizeCalculation: ({ body }, key) => key.length + body.identity.length,
    }),
);
