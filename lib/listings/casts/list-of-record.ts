import "server-only";
import type { CatalogueReader } from "../../catalogue/reader.ts";
import { idParam, type ExampleSource, type OutputDeclaration } from "../../http/declaration.ts";
import { defineOperation } from "../../http/define-operation.ts";
import { notFound } from "../../http/failures.ts";
import type { Route } from "../../http/route.ts";
import { noParameters } from "../../records/details-routes.ts";
import { exampleOf, tagOf } from "../../records/examples.ts";
import type { Resource } from "../../records/resource.ts";
import { withSuccessor } from "../../records/successor.ts";
import { Representation } from "../../catalogue/representation.ts";
import { requireRecord } from "./records.ts";

interface ListOfRecord {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly output: OutputDeclaration;
  /** The id of a record whose list is not empty. Default: any record. */
  readonly exampleId?: ExampleSource;
  read(catalogue: CatalogueReader, id: string): readonly object[];
}

/** `GET /{resource}/{id}/{name}`: a list that belongs to a record, and takes no parameters. */
export function listOfRecord(resource: Resource, name: string, { read, exampleId, ...declared }: ListOfRecord): Route {
  const example = exampleId ?? exampleOf(resource, ({ id }) => id);
  return {
    path: `/${resource.path}/{id}/${name}`,
    isMetered: true,
    operations: {
      GET: withSuccessor(
        resource,
        defineOperation({
          ...declared,
          tag: tagOf(resource),
          isConditional: true,
          input: { params: idParam(resource.singular.toLowerCase(), example), query: noParameters },
          failures: [notFound(resource)],
          prepare: (context) => requireRecord(context, resource),
          handle: async (context) => {
            const { id } = context.params;
            const body = await context.infrastructure.derived.body(
              context,
              `${name} ${resource.path} ${id}`,
              (catalogue) => Representation.json(read(catalogue, id)),
            );
            return { body, isConditional: true };
          },
        }),
      ),
    },
  };
}
