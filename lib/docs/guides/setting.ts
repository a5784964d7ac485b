import "server-only";
import type { Env } from "../../env.ts";
import type { Answer, Reference } from "../reference/schema.ts";
import type { Setting } from "./schema.ts";

type Limits = Pick<Env, "PUBLIC_DAILY_LIMIT" | "KEY_DAILY_LIMIT" | "ACCOUNT_DAILY_LIMIT">;

/** What the guides need to know about the service that serves them. */
export function settingOf(origin: string, limits: Limits, { groups }: Reference): Setting {
  const operations = groups.flatMap((group) => group.operations);
  const pathOf = (anchor: string) => operations.find((operation) => operation.anchor === anchor)?.call.url ?? "";
  return {
    origin,
    limits: {
      public: limits.PUBLIC_DAILY_LIMIT,
      key: limits.KEY_DAILY_LIMIT,
      account: limits.ACCOUNT_DAILY_LIMIT,
    },
    paths: {
      show: pathOf("get-show"),
      production: pathOf("get-production"),
      productions: pathOf("list-productions"),
    },
    failures: distinct(operations.flatMap(({ others }) => others.flatMap(failuresOf))),
  };
}

/** An answer that may have several bodies describes them one after another. */
function failuresOf({ status, description, content }: Answer): Setting["failures"] {
  const descriptions = description.split(" Or: ");
  return (content?.examples ?? []).flatMap((example, index) => {
    const { error, message } = example as { error?: string; message?: string };
    if (status < 400 || error === undefined) return [];
    return [{ status, error, description: descriptions[index] ?? description, message: message ?? null }];
  });
}

function distinct(failures: Setting["failures"]): Setting["failures"] {
  const byMeaning = new Map(
    failures.map((failure) => [`${failure.status} ${failure.error} ${failure.description}`, failure]),
  );
  return [...byMeaning.values()];
}
