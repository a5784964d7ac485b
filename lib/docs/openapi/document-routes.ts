import "server-only";
import type { List, Piece } from "../../catalogue/list.ts";
import { entryOf, entryText, recordText, type Row } from "../../catalogue/row.ts";
import { Representation } from "../../catalogue/representation.ts";
import { meteredRoute, type Route } from "../../http/route.ts";
import type { Infrastructure } from "../../infrastructure.ts";
import { memoize } from "../../core/memoize.browser.ts";
import { resources } from "../../resources/resources.ts";
import { openapiDocument } from "./document.ts";
import { z } from "zod";
import type { Env } from "../../settings/env.ts";
import { defineOperation } from "../../http/define-operation.ts";
import { serviceTag } from "../../http/service/health.ts";
import { typesText } from "./types-text.ts";

/**
 * The document with examples from the current data. It is built again only when one of these records has changed.
 *
 * @param version as for `Catalogue.reach`.
 */
export async function currentDocument(
  routes: readonly Route[],
  { catalogue, derived, settings }: Pick<Infrastructure, "catalogue" | "derived" | "settings">,
  version: number | null,
): Promise<Representation> {
  await catalogue.reach(version);
  return derived.get(
    "OpenAPI document",
    (read) => {
      const samples = resources.flatMap(({ path }) => {
        const row = read.input(`example of ${path}`, () => bestExample(catalogue.list(path)));
        return row ? [{ path, id: row.id, record: recordText(row), entry: entryText(row) }] : [];
      });
      return Representation.json(openapiDocument(routes, settings, samples));
    },
    ({ identity }) => identity.length,
  );
}

/** The first record with the fewest nulls, which makes the most complete example; null when the list is empty. */
function bestExample({ pieces }: List): Row | null {
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

/** `GET /openapi.json`. @param routes the documented routes, including this one. */
export function openapiRouteFor(routes: () => readonly Route[]): Route {
  return meteredRoute("/openapi.json", {
    GET: defineOperation({
      operationId: "getOpenapi",
      tag: serviceTag,
      summary: "Get this document",
      isConditional: true,
      output: { description: "The OpenAPI 3.1 description of the service.", schema: z.looseObject({}) },
      handle: async ({ infrastructure, versions }) => ({
        body: await currentDocument(routes(), infrastructure, versions?.data ?? null),
        isConditional: true,
      }),
    }),
  });
}

const typescript = "application/typescript";

/** `GET /openapi.d.ts`: the types of the public reads alone. @param routes as for `openapiRouteFor`. */
export function typesRouteFor(routes: () => readonly Route[]): Route {
  const answersFor = memoize((settings: Env) => {
    const text = typesText(routes(), settings);
    return { text: new Representation(text, `${typescript}; charset=utf-8`), json: Representation.json(text) };
  });
  return meteredRoute("/openapi.d.ts", {
    GET: defineOperation({
      operationId: "getTypes",
      tag: serviceTag,
      summary: "Get the types of the public reads",
      description: "TypeScript, as the typed client uses it. With `Accept: application/json` it is a string of JSON.",
      isConditional: true,
      input: { query: z.strictObject({}) },
      output: {
        description: "The types of all public reads and of what they answer.",
        schema: z.string(),
        otherTypes: [typescript],
      },
      handle: ({ request, infrastructure }) => {
        const isJson = /application\/json/i.test(request.header("accept") ?? "");
        const { text, json } = answersFor(infrastructure.settings);
        return {
          body: isJson ? json : text,
          isConditional: true,
          headers: { Vary: "Accept, Accept-Encoding, Authorization, Cookie" },
        };
      },
    }),
  });
}
