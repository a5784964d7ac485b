import type { UseFormReturn } from "react-hook-form";
import type { RequestError } from "@/lib/client/client.browser";
import type { TypedValues } from "./late-resolver";

/**
 * Shows the API's issues at their fields, and focuses the first of these.
 *
 * @returns the messages of issues that belong to no field.
 */
export function showFieldIssues<Data>(
  form: UseFormReturn<TypedValues, unknown, Data>,
  names: readonly string[],
  { issues }: Pick<RequestError, "issues">,
): string[] {
  // `aliases.0.to` is a part of the field `aliases`.
  const fieldOf = (path: string) => path.split(".", 1)[0] ?? path;
  const known = issues.filter(({ path }) => names.includes(fieldOf(path)));
  for (const { path, message } of known) form.setError(path, { message });
  if (known[0]) form.setFocus(fieldOf(known[0].path));
  return issues.filter((issue) => !known.includes(issue)).map(({ message }) => message);
}
