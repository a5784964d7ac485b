import "server-only";
import {
  resolveReference,
  type ApiDocument,
  type Components,
  type DocumentResponse,
  type DocumentContent,
  type DocumentOperation,
  type DocumentParameter,
  type JsonSchema,
} from "./document-shape.ts";
import { fieldOf, fieldsOf, typeOf } from "./fields.ts";
import type {
  DocumentedResponse,
  Content,
  DocumentedOperation,
  Parameter,
  ParameterControl,
} from "./schema.browser.ts";
import { paths } from "../../resources/resource-views.browser.ts";
import { idParameter } from "../../listings/search/searched-resources.ts";
import type { ExampleCall } from "../code/example-code.browser.ts";

export function operationOf(
  { method, path }: Pick<DocumentedOperation, "method" | "path">,
  described: DocumentOperation,
  document: ApiDocument,
): DocumentedOperation {
  const { components, servers } = document;
  const { operationId, summary, description = null, deprecated = false, requestBody } = described;
  const parameters = (described.parameters ?? []).map((parameter) => parameterOf(parameter, components));
  const body = requestBody ? contentOf(requestBody.content, components) : null;
  const [success, ...others] = Object.entries(described.responses).map(([status, response]) =>
    answerOf(
      Number(status),
      "$ref" in response ? resolveReference(components.responses, response.$ref) : response,
      components,
    ),
  );
  if (!success) throw new Error(`${operationId} has no answer.`);
  // A server's address is absolute where the service knows it.
  const { pathname } = new URL(servers[0]?.url ?? "/api", "http://localhost");
  const place = { method: method.toUpperCase(), path: pathname + path };
  const operation = {
    ...place,
    anchor: operationId.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
    summary,
    description,
    isDeprecated: deprecated,
    access: accessOf(described),
    parameters,
    body,
    success,
    others,
  };
  return { ...operation, call: exampleCallOf(operation, operationId) };
}

function accessOf({ security }: DocumentOperation): DocumentedOperation["access"] {
  if (security.length === 0) return "uncounted";
  return security.some((way) => Object.keys(way).length === 0) ? "anybody" : "session";
}

function answerOf(
  status: number,
  { description, headers = {}, content }: DocumentResponse,
  components: Components,
): DocumentedResponse {
  return {
    status,
    description,
    headers: Object.entries(headers).map(([name, { $ref }]) => ({
      name,
      ...resolveReference(components.headers, $ref),
    })),
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
    required = false,
    description,
    explode = true,
    schema,
    example,
  } = "$ref" in parameter ? resolveReference(components.parameters, parameter.$ref) : parameter;
  const field = fieldOf(name, schema, components.schemas, required);
  return {
    ...field,
    description: description ?? field.description,
    place,
    control: controlOf(name, schema, explode),
    example: exampleText(example),
  };
}

/** One value is enough as the example of a repeatable filter. */
function exampleText(example: unknown): string | null {
  const one: unknown = Array.isArray(example) ? example[0] : example;
  return typeof one === "string" || typeof one === "number" ? String(one) : null;
}

/** How a form asks for a parameter, from its name and schema. */
function controlOf(name: string, schema: JsonSchema, explode: boolean): ParameterControl {
  // A parameter that is repeated takes one value in a form.
  if (schema.items) return explode ? { kind: "text" } : listControl(name, schema.items.enum?.map(String));
  if (schema.enum) return { kind: "choice", values: schema.enum.map(String) };
  if (schema.format === "date") return { kind: "date" };
  return { kind: schema.type === "integer" ? "number" : "text" };
}

function listControl(name: string, values: string[] | undefined): ParameterControl {
  if (!values) {
    const path = paths.find((one) => idParameter(one) === name);
    return path ? { kind: "records", path } : { kind: "text" };
  }
  const fields = values.filter((value) => values.includes(`-${value}`));
  return fields.length > 0 ? { kind: "order", fields } : { kind: "choices", values };
}

/** A call of the operation with real values; the address has no origin. */
function exampleCallOf(
  { method, path, access, parameters, body, success }: Omit<DocumentedOperation, "call">,
  operationId: string,
): ExampleCall {
  const filled = path.replaceAll(/\{(\w+)\}/g, (place, name: string) => {
    const example = parameters.find((parameter) => parameter.name === name)?.example;
    return example === null || example === undefined ? place : encodeURIComponent(example);
  });
  const filter = parameters.find(({ place, example }) => place === "query" && example !== null);
  const query = filter ? `?${filter.name}=${encodeURIComponent(filter.example ?? "")}` : "";
  return {
    method,
    url: filled + query,
    credentials: access === "session" ? "session" : "none",
    body: body?.examples[0] ?? null,
    // `listCastMembers` gives `cast members`.
    result: operationId
      .split(/(?=[A-Z])/)
      .slice(1)
      .join(" ")
      .toLowerCase(),
    isList: success.content?.type.startsWith("array") ?? false,
    isText: success.content?.type === "string",
  };
}
