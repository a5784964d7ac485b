import "server-only";
import { callOf } from "./call-of.ts";
import {
  follow,
  nameIn,
  type ApiDocument,
  type Components,
  type DocumentAnswer,
  type DocumentContent,
  type DocumentOperation,
  type DocumentParameter,
} from "./document-shape.ts";
import { fieldOf, fieldsOf, typeOf } from "./fields.ts";
import type { Answer, Content, Operation, Parameter } from "./schema.ts";

type Place = Pick<Operation, "method" | "path">;

export function operationOf({ method, path }: Place, described: DocumentOperation, document: ApiDocument): Operation {
  const { components, servers } = document;
  const { operationId, summary, description = null, requestBody } = described;
  const parameters = described.parameters.map((parameter) => parameterOf(parameter, components));
  const body = requestBody ? contentOf(requestBody.content, components) : null;
  const [success, ...others] = answersOf(described, components);
  if (!success) throw new Error(`${operationId} has no answer.`);
  const place = { method: method.toUpperCase(), path: servers[0].url + path };
  const access = accessOf(described);
  return {
    ...place,
    anchor: operationId.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
    summary,
    description,
    access,
    parameters,
    body,
    success,
    others,
    call: callOf({ ...place, operationId, access, parameters, body, success: success.content }),
  };
}

function accessOf({ security }: DocumentOperation): Operation["access"] {
  if (security.length === 0) return "uncounted";
  return security.some((way) => Object.keys(way).length === 0) ? "anybody" : "session";
}

function answersOf({ responses }: DocumentOperation, components: Components): Answer[] {
  return Object.entries(responses).map(([status, response]) =>
    answerOf(Number(status), "$ref" in response ? follow(components.responses, response.$ref) : response, components),
  );
}

function answerOf(status: number, { description, headers, content }: DocumentAnswer, components: Components): Answer {
  return {
    status,
    description,
    headers: Object.entries(headers).map(([name, { $ref }]) => ({ name, ...follow(components.headers, $ref) })),
    content: content ? contentOf(content, components) : null,
  };
}

function contentOf({ "application/json": json }: DocumentContent, { schemas }: Components): Content {
  const { schema, example, examples = {} } = json;
  return {
    type: typeOf(schema),
    fields: fieldsOf(schema, schemas),
    examples: example === undefined ? Object.values(examples).map(({ value }) => value) : [example],
  };
}

function parameterOf(parameter: DocumentParameter | { $ref: string }, components: Components): Parameter {
  const {
    name,
    in: place,
    required,
    description,
    schema,
    example,
  } = "$ref" in parameter ? follow(components.parameters, nameIn(parameter.$ref)) : parameter;
  const field = fieldOf(name, schema, components.schemas, required);
  return { ...field, description: description || field.description, place, example: exampleText(example) };
}

/** One value is enough as the example of a repeatable filter. */
function exampleText(example: unknown): string | null {
  const one: unknown = Array.isArray(example) ? example[0] : example;
  return typeof one === "string" || typeof one === "number" ? String(one) : null;
}
