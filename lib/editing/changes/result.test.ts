import { expect, test } from "vitest";
import { resourceAt } from "../../resources/resources.ts";
import type { ChangeEvaluation } from "./evaluate-change.ts";
import { resultBody } from "./changes-route.ts";

test("a dry run whose result would exceed 128 MiB is refused", async () => {
  const record = { id: "ada-quill", bio: "𝄞".repeat(10_000) };
  const evaluation: ChangeEvaluation = {
    ...{ outcome: "unchanged", resource: resourceAt("people"), id: record.id, before: record, after: record },
    ...{ steps: [], refusal: null, references: [], offers: [] },
  };
  const told = (length: number) => {
    const evaluations = Array<ChangeEvaluation>(length).fill(evaluation);
    const made = { evaluations, changeId: null, activityId: null, today: "2026-11-23", find: () => undefined };
    return resultBody(made, true);
  };

  expect((await told(100)).identity.length).toBeGreaterThan(100 * 80_000);
  const refusal = { code: "invalid", details: { message: "Invalid fields: changes." } };
  await expect(told(1_700)).rejects.toMatchObject(refusal);
});
