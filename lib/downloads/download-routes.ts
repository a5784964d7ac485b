import "server-only";
import { toCsv } from "../csv/write.ts";
import type { FlatRecord } from "../audit-log/queries.ts";
import { AppError } from "../errors.ts";
import { publicFileRoute, type FileContext } from "../feeds/public-file.ts";
import type { Route } from "../http/route.ts";
import type { Resource } from "../resource/resource.ts";
import { resources } from "../resources/resources.ts";
import { Representation } from "../snapshots/representation.ts";
import { createYielder } from "../yielding.ts";
import { makeArchive, type ArchiveFile } from "./archive.ts";
import { archiveTexts } from "./archive-texts.ts";

const recordsAtOnce = 200;

interface Format {
  readonly extension: "csv" | "ndjson";
  readonly type: string;
  write(resource: Resource, context: FileContext): Promise<Buffer>;
}

const formats: readonly Format[] = [
  { extension: "csv", type: "text/csv; charset=utf-8", write: writeCsv },
  { extension: "ndjson", type: "application/x-ndjson; charset=utf-8", write: writeLines },
];

/** `/downloads/{resource}.csv` and `/downloads/{resource}.ndjson`: all records of a resource. */
function resourceDownloadRoute({ extension, type, write }: Format): Route {
  return publicFileRoute({
    root: "downloads",
    path: `/{resource}.${extension}`,
    prepare: async (context) => {
      resourceOf(context);
      return null;
    },
    make: async (context) => new Representation(await write(resourceOf(context), context), type),
    headers: (context) => attachment(`${resourceOf(context).path}.${extension}`),
  });
}

/** `/downloads/all.zip`: every download, with the licence of the data. */
const archiveRoute = publicFileRoute({
  root: "downloads",
  path: "/all.zip",
  make: async (context) => {
    const files: ArchiveFile[] = archiveTexts(context.infrastructure.settings.DATA_LICENSE_URL, context.origin);
    for (const resource of resources)
      for (const { extension, write } of formats)
        files.push({ name: `${resource.path}.${extension}`, bytes: await write(resource, context) });
    return new Representation(await makeArchive(files), "application/zip");
  },
  headers: () => attachment("theatre-listings.zip"),
});

/** The downloads of contract §17. */
export const downloadRoutes: readonly Route[] = [...formats.map(resourceDownloadRoute), archiveRoute];

function resourceOf({ params }: Pick<FileContext, "params">): Resource {
  const resource = resources.find(({ path }) => path === params["resource"]);
  if (!resource) throw new AppError("not_found");
  return resource;
}

function attachment(name: string): Record<string, string> {
  return { "Content-Disposition": `attachment; filename="${name}"` };
}

/** The columns are the record's fields, as in the dashboard's export. */
async function writeCsv(resource: Resource, context: FileContext): Promise<Buffer> {
  const head = toCsv(resource.record, []);
  return inParts(await recordsOf(resource, context), head, (some) =>
    toCsv(
      resource.record,
      some.map((json) => JSON.parse(json) as FlatRecord),
    ).slice(head.length),
  );
}

/** A line for each record, with its details. */
async function writeLines(resource: Resource, context: FileContext): Promise<Buffer> {
  const records = await recordsOf(resource, context);
  const { details } = resource;
  if (!details) return inParts(records, "", (some) => some.map((json) => `${json}\n`).join(""));
  const { infrastructure, versions, today } = context;
  const stored = await infrastructure.snapshots.snapshot(details.detailsSource, versions?.data ?? null);
  const detailsOf = new Map(await parsedById(stored.records()));
  return inParts(records, "", (some) =>
    some
      .map((json) => {
        const known = detailsOf.get((JSON.parse(json) as FlatRecord).id);
        // Deleted since the records were read.
        if (!known) return "";
        return `${json.slice(0, -1)},"details":${JSON.stringify(details.present(known, today))}}\n`;
      })
      .join(""),
  );
}

/** As in the single reads, in the list's order. */
async function recordsOf(resource: Resource, { infrastructure, versions }: FileContext): Promise<string[]> {
  return (await infrastructure.snapshots.snapshot(resource, versions?.data ?? null)).records();
}

async function parsedById(documents: readonly string[]): Promise<[string, FlatRecord][]> {
  const turn = createYielder();
  const parsed: [string, FlatRecord][] = [];
  for (const json of documents) {
    // The source wrote this JSON.
    const document = JSON.parse(json) as FlatRecord;
    parsed.push([document.id, document]);
    await turn();
  }
  return parsed;
}

/** Yields to the event loop between the parts, because a resource can have many records. */
async function inParts(
  records: readonly string[],
  head: string,
  write: (some: readonly string[]) => string,
): Promise<Buffer> {
  const turn = createYielder();
  const parts = [Buffer.from(head)];
  for (let start = 0; start < records.length; start += recordsAtOnce) {
    parts.push(Buffer.from(write(records.slice(start, start + recordsAtOnce))));
    await turn();
  }
  return Buffer.concat(parts);
}
