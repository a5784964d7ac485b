import type { ParameterControl } from "@/lib/docs/reference/schema.browser";

/** A parameter as the form asks for it. */
export interface TriedParameter {
  name: string;
  place: "path" | "query";
  /** Its value at first. */
  start: string;
  example: string;
  control: ParameterControl;
}

/** What each control of a parameter gets. */
export interface ParameterProps {
  name: string;
  value: string;
  example: string;
  /** From the last response. */
  problem: string | undefined;
  onChange(value: string): void;
}

/** The values of the parameters as they are sent, by name; empty for those that are not. */
export type TriedValues = Readonly<Record<string, string>>;

/** Many parameters stand in two columns. */
export function hasColumns(parameters: readonly TriedParameter[]): boolean {
  return parameters.length > 4;
}

export function startValues(parameters: readonly TriedParameter[]): TriedValues {
  return Object.fromEntries(parameters.map(({ name, start }) => [name, start]));
}

/** The path under `/api` with the values filled in. */
export function triedAddress(path: string, parameters: readonly TriedParameter[], values: TriedValues): string {
  const filled = path
    .replace(/^\/api/, "")
    .replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ""));
  const query = parameters
    .filter(({ name, place }) => place === "query" && values[name])
    .map(({ name }) => `${name}=${readable(values[name] ?? "")}`);
  return query.length === 0 ? filled : `${filled}?${query.join("&")}`;
}

/** Encoded, but for the signs that are allowed in a query and that lists and times have. */
function readable(value: string): string {
  return encodeURIComponent(value).replaceAll(/%2C|%3A/g, (sign) => decodeURIComponent(sign));
}

/** The values after one has changed. A cursor holds only for the query that it came with. */
export function changedValues(values: TriedValues, name: string, value: string): TriedValues {
  const isSameQuery = name === "cursor" || name === "limit" || values["cursor"] === undefined;
  return { ...values, ...(isSameQuery ? {} : { cursor: "" }), [name]: value };
}

/** The query and fragment of a page's URL that hold an operation's values, so that they can be shared. */
export function sharedPart(operation: string, values: TriedValues): string {
  const filled = Object.entries(values).filter(([, value]) => value !== "");
  return `?${new URLSearchParams([[operationName, operation], ...filled]).toString()}#${operation}`;
}

/** The values in a page's query; null when they are of another operation, or there are none. */
export function sharedValues(
  search: string,
  operation: string,
  parameters: readonly TriedParameter[],
): TriedValues | null {
  const query = new URLSearchParams(search);
  if (query.get(operationName) !== operation) return null;
  return Object.fromEntries(parameters.map(({ name }) => [name, query.get(name) ?? ""]));
}

const operationName = "operation";

/** The cursor in the address of a `Link` to the next page; null when there is none. */
export function nextCursor(link: string | null): string | null {
  const address = /<([^>]+)>; rel="next"/.exec(link ?? "")?.[1];
  return address === undefined ? null : (/[?&]cursor=([\w-]+)/.exec(address)?.[1] ?? null);
}

/** The values of a parameter that takes several, separated by commas. */
export function commaValues(value: string): string[] {
  return value === "" ? [] : value.split(",");
}

/** The list with or without a value; values from `order` keep its order. */
export function toggled(list: readonly string[], value: string, order: readonly string[]): string {
  const chosen = new Set(list.includes(value) ? list.filter((one) => one !== value) : [...list, value]);
  return [...order.filter((one) => chosen.has(one)), ...[...chosen].filter((one) => !order.includes(one))].join(",");
}
