import "server-only";
import type { FieldIssue } from "../../http/body.ts";
import type { RecordReaderByPath } from "../../records/repository.ts";
import type { CastMember, CastMemberDetails } from "./schema.browser.ts";
import { runOfProduction, type RunDays } from "./presence.browser.ts";

/** A covered role belongs to the cast member's production, and each is listed once. */
export async function coverIssues(
  records: RecordReaderByPath,
  { production_id, covers }: Pick<CastMember & CastMemberDetails, "production_id" | "covers">,
): Promise<FieldIssue[]> {
  const issues: FieldIssue[] = [];
  for (const [index, { role_id }] of covers.entries()) {
    const path = `covers.${index}.role_id`;
    const role = await records.find("roles", role_id);
    if (role && role["production_id"] !== production_id)
      issues.push({ path, message: "names a role of another production" });
    else if (covers.findIndex((cover) => cover.role_id === role_id) < index)
      issues.push({ path, message: "is listed already" });
  }
  return issues;
}

/** The days of the cast member's production. */
export async function runOf(
  records: RecordReaderByPath,
  { production_id }: Pick<CastMember, "production_id">,
): Promise<RunDays> {
  const production = await records.find("productions", production_id);
  const day = (field: string) => (typeof production?.[field] === "string" ? production[field] : null);
  return runOfProduction({
    first_preview: day("first_preview"),
    opening_date: day("opening_date") ?? "0001-01-01",
    closing_date: day("closing_date"),
  });
}
