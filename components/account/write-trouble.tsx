"use client";

import type { ApiError } from "@/lib/client/client";
import { ApiTrouble } from "./api-trouble";

/** What is wrong with a form as a whole; what is wrong with one of its fields stands at the field. */
export function WriteTrouble({ error, fields = [] }: { error: ApiError | null; fields?: readonly string[] }) {
  if (!error) return null;
  const { issues } = error;
  if (issues.length > 0 && issues.every(({ path }) => fields.includes(path))) return null;
  return <ApiTrouble title="That did not work" error={error} />;
}
