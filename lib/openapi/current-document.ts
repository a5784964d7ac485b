import "server-only";
import type { List, Piece } from "../catalogue/list.ts";
import { entryOf, entryText, recordText, type Row } from "../catalogue/row.ts";
import { Representation } from "../snapshots/representation.ts";
import type { Route } from "../http/route.ts";
import type { Infrastructure } from "../infrastructure.ts";
import { memoize } from "../memoize.ts";
import { resources } from "../resources/resources.ts";
import { openapiDocument } from "./document.ts";

interface Finished {
  readonly examples: readonly (Row | null)[];
  readonly body: Representation;
}

const finished = new WeakMap<object, Finished>();

/**
 * The document with examples from the current data. It is built again only when one of these records has changed.
 *
 * @param version as for `Catalogue.reach`.
 */
export async function currentDocument(
  routes: readonly Route[],
  { catalogue, settings }: Pick<Infrastructure, "catalogue" | "settings">,
  version: number | null,
): Promise<Representation> {
  await catalogue.reach(version);
  const examples = resources.map(({ path }) => bestExample(catalogue.list(path)));
  const before = finished.get(catalogue);
  if (before?.examples.every((row, index) => row === examples[index])) return before.body;
  const samples = resources.flatMap(({ path }, index) => {
    const row = examples[index];
    return row ? [{ path, id: row.id, record: recordText(row), entry: entryText(row) }] : [];
  });
  const body = Representation.json(openapiDocument(routes, settings, samples));
  finished.set(catalogue, { examples, body });
  return body;
}

/** The first record with the fewest nulls, which makes the most complete example; null when the list is empty. */
export function bestExample({ pieces }: List): Row | null {
  let best: PieceExample | null = null;
  for (const piece of pieces) {
    const example = exampleOfPiece(piece);
    if (example && (!best || example.nulls < best.nulls)) best = example;
  }
  return best?.row ?? null;
}

interface PieceExample {
  readonly row: Row;
  readonly nulls: number;
}

/** Pieces without a changed record are the same after a change. */
const exampleOfPiece = memoize(({ rows }: Piece) => {
  let best: PieceExample | null = null;
  for (const row of rows) {
    const nulls = countNulls(entryOf(row));
    if (!best || nulls < best.nulls) best = { row, nulls };
  }
  return best;
});

function countNulls(value: unknown): number {
  if (value === null) return 1;
  if (typeof value !== "object") return 0;
  return Object.values(value).reduce((nulls: number, member) => nulls + countNulls(member), 0);
}
