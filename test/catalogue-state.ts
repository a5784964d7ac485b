import type { Catalogue } from "../lib/catalogue/catalogue.ts";
import { catalogueDefinitions, indexedFields, valuesOf } from "../lib/catalogue/definition.ts";
import { ListBody } from "../lib/catalogue/list.ts";
import { entryText } from "../lib/catalogue/row.ts";
import { CatalogueReader } from "../lib/catalogue/reader.ts";
import type { Clock } from "../lib/core/clock.ts";
import type { TestService } from "./service.ts";

/** Everything that can be read from a catalogue, so that two of them can be compared: bytes, tags, order and references. */
export async function catalogueStateOf(catalogue: Catalogue): Promise<Record<string, unknown>> {
  const state: Record<string, unknown> = {};
  for (const definition of catalogueDefinitions()) {
    const { path } = definition;
    const list = catalogue.list(path);
    const rows = [...list];
    const body = await ListBody.of(list);
    state[path] = {
      rows: rows.map((row) => ({ ...row, entry: entryText(row), isFound: catalogue.row(path, row.id) === row })),
      count: list.count,
      cuts: list.pieces.map((piece) => piece.rows.length),
      bytes: (await body.bytes("identity")).toString(),
      tag: body.etag("identity"),
      buckets: indexedFields(definition).flatMap((field) =>
        [...new Set(rows.flatMap((row) => valuesOf(definition, row, field)))]
          .sort()
          .map((value) => [field, value, catalogue.where(path, field, value).map(({ id }) => id)]),
      ),
    };
  }
  return state;
}

/** What pages read, with every change up to now. */
export async function readerOf({ infrastructure }: TestService, now: Clock): Promise<CatalogueReader> {
  const { catalogue, readVersions } = infrastructure;
  await catalogue.reach((await readVersions())?.data ?? null);
  return new CatalogueReader(catalogue, now);
}
