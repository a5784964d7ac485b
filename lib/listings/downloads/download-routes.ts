import "server-only";
import { buffer } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { createTar } from "nanotar";
import typescriptGuide from "../../docs/guides/typescript.md";
import { keyVariable } from "../../docs/code/example-code.browser.ts";
import { toCsv } from "../../editing/csv/cell.browser.ts";
import { recordText, type Row } from "../../catalogue/row.ts";
import { AppError } from "../../core/errors.ts";
import { publicFileRoute, type FileContext } from "../feeds/public-file.ts";
import type { Route } from "../../http/route.ts";
import type { Resource } from "../../records/resource.ts";
import { resources } from "../../resources/resources.ts";
import { Representation } from "../../catalogue/representation.ts";
import { createYielder } from "../../core/yielding.ts";
import files from "./generated/client-files.json" with { type: "json" };

interface Format {
  readonly extension: "csv" | "ndjson";
  readonly type: string;
  /** Writes some records of a list; without records what stands before the first. */
  write(resource: Resource, rows: readonly Row[], today: string): string;
}

const formats: readonly Format[] = [
  { extension: "csv", type: "text/csv; charset=utf-8", write: writeCsv },
  { extension: "ndjson", type: "application/x-ndjson; charset=utf-8", write: writeLines },
];

/** `/downloads/{resource}.csv` and `/downloads/{resource}.ndjson`: all records of a resource. */
function resourceDownloadRoute(format: Format): Route {
  const { extension, type } = format;
  return publicFileRoute({
    root: "downloads",
    path: `/{resource}.${extension}`,
    prepare: async (context) => {
      resourceOf(context);
      return null;
    },
    make: async (context) => new Representation(await bytesOf(format, resourceOf(context), context), type),
    headers: (params) => attachment(`${params["resource"]}.${extension}`),
  });
}

/** `/downloads/all.zip`: every download, with the licence of the data. It is compressed outside the main thread. */
const archiveRoute = publicFileRoute({
  root: "downloads",
  path: "/all.zip",
  make: async (context) => {
    const { ZipFile } = await import("yazl");
    const zip = new ZipFile();
    const texts = archiveTexts(context.infrastructure.settings.DATA_LICENSE_URL, context.origin);
    for (const [name, text] of Object.entries(texts)) zip.addBuffer(Buffer.from(text), name, noTime);
    for (const resource of resources)
      for (const format of formats)
        zip.addBuffer(await bytesOf(format, resource, context), `${resource.path}.${format.extension}`, noTime);
    zip.end();
    return new Representation(await buffer(zip.outputStream), "application/zip");
  },
  headers: () => attachment("theatre-listings.zip"),
});

const { version } = JSON.parse(files["package.json"]) as { version: string };

/** `/downloads/client.tgz`: `packages/client` as npm installs it (contract §30). It asks the service that it is fetched from. */
const clientPackageRoute: Route = publicFileRoute({
  root: "downloads",
  path: "/client.tgz",
  isOfOrigin: true,
  make: async ({ origin }) => new Representation(packageFor(origin ?? ""), "application/gzip"),
  headers: () => attachment(`theatre-listings-client-${version}.tgz`),
});

/** The downloads of contract §17, and the client of §30. */
export const downloadRoutes: readonly Route[] = [
  ...formats.map(resourceDownloadRoute),
  archiveRoute,
  clientPackageRoute,
];

function resourceOf({ params }: Pick<FileContext, "params">): Resource {
  const resource = resources.find(({ path }) => path === params["resource"]);
  if (!resource) throw new AppError("not_found");
  return resource;
}

function attachment(name: string): Record<string, string> {
  return { "Content-Disposition": `attachment; filename="${name}"` };
}

/** The columns are the record's fields, as in the dashboard's export. */
function writeCsv({ record }: Resource, rows: readonly Row[]): string {
  return toCsv(
    record,
    rows.map((row) => row.record),
  );
}

/** A line for each record, with its details. */
function writeLines({ details }: Resource, rows: readonly Row[], today: string): string {
  const lineOf = (row: Row) => {
    const json = recordText(row);
    return details ? `${json.slice(0, -1)},"details":${JSON.stringify(details.present(row.details, today))}}` : json;
  };
  return rows.map((row) => `${withEscapes(lineOf(row))}\n`).join("");
}

/** JSON leaves these characters as they are, and some readers end a line at them. */
function withEscapes(json: string): string {
  return json.replace(/[\x7f-\x9f\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}

/** In the order of the list. Yields to the event loop between the parts, because a resource can have many records. */
async function bytesOf({ write }: Format, resource: Resource, context: FileContext): Promise<Buffer> {
  const { infrastructure, versions, today } = context;
  await infrastructure.catalogue.reach(versions.data);
  const turn = createYielder();
  const head = write(resource, [], today);
  const parts = [Buffer.from(head)];
  for (const { rows } of infrastructure.catalogue.list(resource.path).pieces) {
    parts.push(Buffer.from(write(resource, rows, today).slice(head.length)));
    await turn();
  }
  return Buffer.concat(parts);
}

/** What an archive says of itself. @param origin the service's; null while it is unknown. */
function archiveTexts(licence: string, origin: string | null): Record<string, string> {
  const list = resources.map(({ path, plural }) => `${path}.csv, ${path}.ndjson: ${plural.toLowerCase()}`).join("\n");
  const readme = `Theatre Listings: what is on in London's West End, where, and who is in it.

${list}

A CSV file has the fields of each record, an NDJSON file one record a line, with its details.
What the fields mean: ${origin === null ? "see /docs of the service" : `${origin}/docs`}

The licence of the data is in LICENSE.txt.
`;
  const license = `The data in this archive is offered under the licence at
${licence}

Source: Theatre Listings${origin === null ? "" : `, ${origin}`}
Coordinates: © OpenStreetMap contributors, https://www.openstreetmap.org/copyright
`;
  return { "README.txt": readme, "LICENSE.txt": license };
}

/** The same files make the same bytes on every instance, so that the archive's `ETag` changes only with the data. */
const noTime = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true };

function packageFor(origin: string): Buffer {
  const packed: Record<string, string> = {
    ...files,
    "origin.js": files["origin.js"].replace('""', JSON.stringify(origin)),
    "README.md": readme(origin),
  };
  const entries = Object.entries(packed).map(([name, data]) => ({ name: `package/${name}`, data }));
  // As for the archive.
  const attrs = { mtime: 0, mode: "644", uid: 0, gid: 0 };
  return gzipSync(createTar(entries, { attrs }), { level: 9 });
}

/** The guide, with addresses that lead somewhere from a folder of packages. */
function readme(origin: string): string {
  return typescriptGuide
    .replaceAll("{{origin}}", origin)
    .replaceAll("{{keyVariable}}", keyVariable)
    .replaceAll(/ \{#[\w-]+\}$/gm, "")
    .replaceAll("](/docs", `](${origin}/docs`)
    .replaceAll(/```text\n(?=import)/g, "```ts\n")
    .replaceAll(/```text\n(?=npm|curl)/g, "```sh\n");
}
