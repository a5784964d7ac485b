import { z } from "zod";
import { documentedSchemas, type openapiDocument } from "../lib/docs/openapi/document.ts";
import { routes } from "../lib/routes.ts";

const schemas = documentedSchemas(routes);

type Document = ReturnType<typeof openapiDocument>;

const reference = z.object({ $ref: z.string() });
const content = z.object({
  "application/json": z.object({
    schema: z.unknown(),
    example: z.unknown().optional(),
    examples: z.record(z.string(), z.object({ value: z.unknown() })).optional(),
  }),
});
type Content = z.infer<typeof content>;
const answer = z.object({ headers: z.record(z.string(), z.unknown()), content: content.optional() });
const operation = z.object({
  security: z.array(z.unknown()),
  parameters: z.array(z.record(z.string(), z.unknown())).default([]),
  requestBody: z.object({ content }).optional(),
  responses: z.record(z.string(), z.unknown()),
});

/** Every operation, with its method and path: `GET /shows`. */
export function operationsOf(document: Document) {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, described]) => ({
      method: method.toUpperCase(),
      path,
      place: `${method.toUpperCase()} ${path}`,
      ...operation.parse(described),
    })),
  );
}

/** Every response of every operation, with references resolved. */
export function responsesOf(document: Document) {
  const shared: Record<string, unknown> = document.components.responses;
  return operationsOf(document).flatMap(({ path, place, responses }) =>
    Object.entries(responses).map(([status, response]) => {
      const { data } = reference.safeParse(response);
      return { path, place, status, ...answer.parse(data ? shared[nameIn(data.$ref)] : response) };
    }),
  );
}

/** Every example of a request or response body: `POST /shows request`, `POST /shows 201`. */
export function examplesOf(document: Document) {
  const requests = operationsOf(document).map(({ place, requestBody }) => ({
    place: `${place} request`,
    content: requestBody?.content,
  }));
  const answers = responsesOf(document).map(({ place, status, content }) => ({ place: `${place} ${status}`, content }));
  return [...requests, ...answers].flatMap(({ place, content }) =>
    content
      ? examplesIn(content).map((example) => ({
          place,
          example,
          schema: zodSchemaOf(content["application/json"].schema),
        }))
      : [],
  );
}

function examplesIn({ "application/json": { example, examples = {} } }: Content): unknown[] {
  return [...(example === undefined ? [] : [example]), ...Object.values(examples).map(({ value }) => value)];
}

function zodSchemaOf(schema: unknown): z.ZodType {
  const { $ref, oneOf, items } = z
    .object({ $ref: z.string().optional(), oneOf: z.array(z.unknown()).optional(), items: z.unknown().optional() })
    .parse(schema);
  if (items) return z.array(zodSchemaOf(items));
  if (oneOf) return z.union(oneOf.map(zodSchemaOf));
  return schemas.find((candidate) => candidate.meta()?.id === nameIn($ref ?? "")) ?? z.never();
}

function nameIn(address: string): string {
  return address.slice(address.lastIndexOf("/") + 1);
}
