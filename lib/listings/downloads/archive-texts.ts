import "server-only";
import { resources } from "../../resources/resources.ts";
import type { ArchiveFile } from "./archive.ts";

/** What an archive says of itself. @param origin the service's; null while it is unknown. */
export function archiveTexts(licence: string, origin: string | null): ArchiveFile[] {
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
  return [
    { name: "README.txt", bytes: Buffer.from(readme) },
    { name: "LICENSE.txt", bytes: Buffer.from(license) },
  ];
}
