import "server-only";
import { paths } from "../../resources/resource-views.browser.ts";
import { idParameter } from "../../listings/search/joins.ts";
import type { DocumentParameter } from "./document-shape.ts";
import type { ParameterControl } from "./schema.browser.ts";

/** How a form asks for a parameter, from its name and schema. */
export function controlOf({
  name,
  schema,
  explode = true,
}: Pick<DocumentParameter, "name" | "schema" | "explode">): ParameterControl {
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
