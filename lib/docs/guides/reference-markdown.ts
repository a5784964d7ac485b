import "server-only";
import { curl } from "../code/example-code.browser.ts";
import type {
  DocumentedResponse,
  DocumentedField,
  OperationGroup,
  DocumentedOperation,
} from "../reference/schema.browser.ts";
import { fenced } from "./markdown.ts";

/** A group of the reference as Markdown. @param origin the origin of its calls. */
export function groupAsMarkdown({ name, description, operations }: OperationGroup, origin: string): string {
  return [`## ${name}`, description, ...operations.map((operation) => operationAsMarkdown(operation, origin))].join(
    "\n\n",
  );
}

function operationAsMarkdown(operation: DocumentedOperation, origin: string): string {
  const { method, path, summary, description, access, parameters, body, success, others, call } = operation;
  const heading = `### ${method} ${path}${operation.isDeprecated ? " (deprecated)" : ""}`;
  // The text has its limit, and its readers have no session.
  if (access === "session") return `${heading}\n\n${summary}. Needs a session.`;
  return [
    heading,
    `${summary}.${description ? ` ${description}` : ""}`,
    ...(parameters.length === 0 ? [] : [`Parameters:\n\n${listed(parameters)}`]),
    ...(body ? [`Body:\n\n${listed(body.fields)}`] : []),
    `Response ${success.status} (${success.content?.type ?? "no body"}):\n\n${listed(success.content?.fields ?? [])}`.trimEnd(),
    `Other responses: ${others.map(brief).join("; ")}.`,
    fenced("sh", curl({ ...call, url: origin + call.url })),
    ...(success.content?.examples ?? []).map((example) => fenced("json", JSON.stringify(example))),
  ].join("\n\n");
}

function listed(fields: DocumentedField[]): string {
  return fields
    .map(({ name, type, mayBeNull, description, limits }) => {
      const notes = [description, ...limits].filter((note) => note !== "").join(" ");
      return `- \`${name}\` (${type}${mayBeNull ? " or null" : ""})${notes === "" ? "" : `: ${notes}`}`;
    })
    .join("\n");
}

function brief({ status, content }: DocumentedResponse): string {
  const errors = (content?.examples ?? []).flatMap((example) => {
    const { error } = example as { error?: unknown };
    return typeof error === "string" ? [`\`${error}\``] : [];
  });
  return [status, ...errors].join(" ");
}
