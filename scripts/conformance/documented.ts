import "./deployment.ts";
import { Ajv2020 } from "ajv/dist/2020.js";
import { default as addFormats } from "ajv-formats";
import { get, requestName, responseJson, type ConformanceResponse } from "./client.ts";
import { expectBody, expectThat, isObject, Mismatch, NotCheckable } from "./expect.ts";

const documentResponse = await get("/api/openapi.json").catch(() => null);

// OpenAPI has keywords beside those of JSON Schema.
const ajv = addFormats(new Ajv2020({ strict: false, allErrors: true }));
const paths = pathsOf(documentResponse);

/** The deployment's own description of its API. */
export function expectDocument(): unknown {
  if (!documentResponse) throw new NotCheckable("/api/openapi.json was not read");
  return expectBody(documentResponse, 200);
}

/** The JSON of a response with this status, which must look as the deployment's own document says. */
export function expectDocumented(response: ConformanceResponse, status: number): unknown {
  const body = expectBody(response, status);
  const schema = schemaOf(response);
  if (!schema)
    throw new Mismatch(`${requestName(response)} with ${status}`, "nothing", "a description in the document");
  const isValid = schema(body) === true;
  expectThat(
    `body of ${requestName(response)}`,
    isValid,
    ajv.errorsText(schema.errors?.slice(0, 3)),
    "what is documented",
  );
  return body;
}

function schemaOf({ request: { method, path }, status }: ConformanceResponse) {
  if (paths.length === 0) throw new NotCheckable("/api/openapi.json was not read");
  const place = path.replace(/^\/api|\?.*$/g, "");
  const template = paths.find((one) => new RegExp(`^${one.replace(/\{\w+\}/g, "[^/]+")}$`).test(place));
  const pointer = [
    "paths",
    template ?? "",
    method.toLowerCase(),
    "responses",
    `${status}`,
    "content",
    "application/json",
  ];
  const escaped = [...pointer, "schema"].map((part) => encodeURIComponent(part.replaceAll("/", "~1")));
  return ajv.getSchema(`document#/${escaped.join("/")}`);
}

/** The documented paths; those without a parameter first, because they are meant where both fit. */
function pathsOf(response: ConformanceResponse | null): string[] {
  try {
    const document = response && responseJson(response);
    if (!isObject(document) || !isObject(document["paths"])) return [];
    ajv.addSchema(document, "document", false, false);
    return Object.keys(document["paths"]).toSorted((a, b) => Number(a.includes("{")) - Number(b.includes("{")));
  } catch {
    return [];
  }
}
