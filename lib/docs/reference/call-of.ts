import "server-only";
import type { Call } from "../code/schema.ts";
import type { DocumentOperation } from "./document-shape.ts";
import type { Content, Operation, Parameter } from "./schema.ts";

interface Offer {
  method: string;
  path: string;
  operationId: string;
  access: Operation["access"];
  parameters: Parameter[];
  body: Content | null;
  success: Content | null;
}

/** A call of the operation with real values; the address has no origin. */
export function callOf({ method, path, operationId, access, parameters, body, success }: Offer): Call {
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
  };
}

/** `listCastMembers` gives `cast members`. */
function resultOf(operationId: DocumentOperation["operationId"]): string {
  const [, ...words] = operationId.split(/(?=[A-Z])/);
  return words.join(" ").toLowerCase();
}
