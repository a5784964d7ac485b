import "server-only";
import { may, permissions, permissionTexts, type Permission } from "../../http/access/permissions.browser.ts";
import { accountRoles } from "../../accounts/schema.browser.ts";
import type { Env } from "../../settings/env.ts";
import { type ExampleCall, exampleCode, keyVariable } from "../code/example-code.browser.ts";
import { failuresOf } from "../reference/reference.ts";
import { statusAnchor, type DocumentedOperation, type ApiReference } from "../reference/schema.browser.ts";
import answers from "./assistant-answers.json" with { type: "json" };
import { codeAsMarkdown } from "./llms.ts";

/** The values in the guides that depend on the running service. */
export interface GuideContext {
  /** `https://listings.example`. */
  origin: string;
  /** Requests per day. */
  limits: Pick<Env, "PUBLIC_DAILY_LIMIT" | "KEY_DAILY_LIMIT" | "ACCOUNT_DAILY_LIMIT">;
  reference: ApiReference;
}

/** Fills in `{{origin}}`, or with an operation's anchor `{{url get-show}}`. @throws Error for what it does not know. */
export function fillPlaceholders(text: string, { origin, limits, reference }: GuideContext): string {
  const operations = reference.groups.flatMap((group) => group.operations);
  const callOf = (wanted: string): ExampleCall => {
    const operation = operations.find(({ anchor }) => anchor === wanted);
    if (!operation) throw new Error(`The reference has no operation ${wanted}.`);
    return { ...operation.call, url: origin + operation.call.url };
  };
  const values: Record<string, (operation: string) => string> = {
    origin: () => origin,
    keyVariable: () => keyVariable,
    publicLimit: () => limits.PUBLIC_DAILY_LIMIT.toLocaleString("en-GB"),
    keyLimit: () => limits.KEY_DAILY_LIMIT.toLocaleString("en-GB"),
    accountLimit: () => limits.ACCOUNT_DAILY_LIMIT.toLocaleString("en-GB"),
    limitHeader: () => String(limits.PUBLIC_DAILY_LIMIT),
    remainingHeader: () => String(limits.PUBLIC_DAILY_LIMIT - 1),
    url: (operation) => callOf(operation).url,
    code: (operation) => codeAsMarkdown(exampleCode(callOf(operation))),
    codeWithKey: (operation) => codeAsMarkdown(exampleCode({ ...callOf(operation), credentials: "key" })),
    answers: answersAsMarkdown,
    failures: () => failuresAsMarkdown(operations),
    permissions: permissionsAsMarkdown,
  };
  return text.replaceAll(/\{\{(\w+) ?([\w-]*)\}\}/g, (placeholder, name: string, operation: string) => {
    const value = values[name];
    if (!value) throw new Error(`A guide has an unknown placeholder: ${placeholder}.`);
    return value(operation);
  });
}

export function permissionsAsMarkdown(): string {
  const mark = (isGranted: boolean) => (isGranted ? "yes" : "");
  // The keys of the table are its permissions.
  const rows = (Object.keys(permissions) as Permission[]).map((permission) => {
    const granted = accountRoles.map((role) => mark(may({ role }, permission)));
    return `| ${[`\`${permission}\``, permissionTexts[permission], ...granted].join(" | ")} |`;
  });
  const heads = ["Permission", "Allows", ...accountRoles.map((role) => `\`${role}\``)];
  return [`| ${heads.join(" | ")} |`, `|${" --- |".repeat(heads.length)}`, ...rows].join("\n");
}

/** A section for each status, from the reference, so that the two never differ. */
function failuresAsMarkdown(operations: DocumentedOperation[]): string {
  const failures = failuresOf(operations);
  const statuses = [...new Set(failures.map(({ status }) => status))].sort((one, other) => one - other);
  return statuses
    .map((wanted) => {
      const rows = failures
        .filter(({ status }) => status === wanted)
        .map(({ error, description }) => `| \`${error}\` | ${description.replaceAll("|", "\\|")} |`);
      const table = ["| `error` | Why, and what to do |", "| --- | --- |", ...rows].join("\n");
      return `## ${wanted} {#${statusAnchor(wanted)}}\n\n${table}`;
    })
    .join("\n\n");
}

/** The questions of the guide for assistants, and the calls that answer them. */
export const questions = [
  {
    question: "Who played Elphaba on 14 March 2025, and who covered?",
    tool: "who_was_in",
    sent: { role: "Elphaba", date: "2025-03-14" },
  },
  {
    question: "In which theatres has Les Misérables played?",
    tool: "show_history",
    sent: { show: "Les Misérables" },
  },
  {
    question: "What was Michael Ball in?",
    tool: "person_credits",
    sent: { person: "Michael Ball" },
  },
] as const;

/** Markdown. The answers are those to the dataset that the service begins with. */
function answersAsMarkdown(): string {
  const rows = questions.map(
    ({ question, tool, sent }) => `| ${question} | \`${tool}\` \`${JSON.stringify(sent)}\` | ${answers[question]} |`,
  );
  return ["| Question | Call | Answer |", "| --- | --- | --- |", ...rows].join("\n");
}
