import "server-only";
import type { z } from "zod";
import type { CatalogueReader } from "../../catalogue/reader.ts";
import { Representation } from "../../catalogue/representation.ts";
import { idParam, type ExampleSource, type OutputDeclaration } from "../../http/declaration.ts";
import { defineOperation } from "../../http/define-operation.ts";
import { notFound } from "../../http/failures.ts";
import { meteredRoute, type Route } from "../../http/route.ts";
import { noParameters } from "../../records/resource-routes.ts";
import { exampleOf, tagOf } from "../../records/examples.ts";
import { requireRecord, type Resource } from "../../records/resource.ts";
import { withSuccessor } from "../../records/successor.ts";

interface ListOfRecord<Query extends z.ZodObject> {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly output: OutputDeclaration;
  /** Default: it takes no parameters. */
  readonly query?: Query;
  /** The id of a record whose list is not empty. Default: any record. */
  readonly exampleId?: ExampleSource;
  read(catalogue: CatalogueReader, id: string, query: z.output<Query>): readonly object[];
}

/** `GET /{resource}/{id}/{name}`: a list that belongs to a record. */
export function listOfRecord<Query extends z.ZodObject = typeof noParameters>(
  resource: Resource,
  name: string,
  { read, exampleId, query, ...declared }: ListOfRecord<Query>,
): Route {
  const example = exampleId ?? exampleOf(resource, ({ id }) => id);
  const operation = defineOperation({
    ...declared,
    tag: tagOf(resource),
    isConditional: true,
    input: {
      params: idParam(resource.singular.toLowerCase(), example),
      // Without a schema, `Query` is that of no parameters.
      query: (query ?? noParameters) as Query,
    },
    failures: [notFound(resource)],
    prepare: (context) => requireRecord(context, resource),
    handle: async (context) => {
      const { id } = context.params;
      const key = `${name} ${resource.path} ${JSON.stringify([id, context.query])}`;
      const body = await context.infrastructure.derived.compute(context, key, (catalogue) =>
        Representation.json(read(catalogue, id, context.query)),
      );
      return { body, isConditional: true };
    },
  });
  return meteredRoute(`/${resource.path}/{id}/${name}`, { GET: withSuccessor(resource, operation) });
}
