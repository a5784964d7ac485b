import "server-only";
import type { ExampleCall } from "../code/schema.browser.ts";
import type { DocumentOperation } from "./document-shape.ts";
import type { Content, DocumentedOperation, Parameter } from "./schema.browser.ts";

interface CallSource {
  method: string;
  path: string;
  operationId: string;
  access: DocumentedOperation["access"];
  parameters: Parameter[];
  body: Content | null;
  success: Content | null;
}

/** A call of the operation with real values; the address has no origin. */
export function exampleCallOf({
  method,
  path,
  operationId,
  access,
  parameters,
  body,
  success,
}: CallSource): ExampleCall {
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
    result: resultOf(operationId),
    isList: success?.type.startsWith("array") ?? false,
    isText: success?.type === "string",
  };
}

/** `listCastMembers` gives `cast members`. */
function resultOf(operationId: DocumentOperation["operationId"]): string {
  const [, ...words] = operationId.split(/(?=[A-Z])/);
  return words.join(" ").toLowerCase();
}
