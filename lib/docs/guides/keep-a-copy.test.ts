/** @module-tag full */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { forgetDeletions } from "../../history/audit-log/change-queries.ts";
import { routes } from "../../routes.ts";
import { fastestDatabase } from "../../../test/databases.ts";
import { missingFor, runExample } from "../../../test/run-example.ts";
import { useService } from "../../../test/service.ts";
import { useStaff } from "../../../test/staff-client.ts";
import { readEverything } from "../../../test/updates-reader.ts";
import { currentReference } from "../reference/current-reference.ts";
import { guidesFor } from "./guides.ts";

interface Copy {
  records: Record<string, unknown>;
  merged: Record<string, string>;
}

describe.each(["javascript", "python"] as const)("the guide's program for a copy, in %s", (language) => {
  const folder = mkdtempSync(path.join(tmpdir(), "theatre-copy-"));
  const file = path.join(folder, "copy.json");
  let code: string;

  const service = useService(fastestDatabase, { settings: { PUBLIC_DAILY_LIMIT: "100000" } });
  const staff = useStaff(service);
  beforeAll(async () => {
    const { infrastructure, url } = service;
    const reference = await currentReference(routes, infrastructure);
    const guides = guidesFor({ origin: url, limits: infrastructure.settings, reference });
    const sections = guides.find(({ slug }) => slug === "keep-a-copy")?.sections ?? [];
    const [program] = sections.flatMap(({ blocks }) =>
      blocks.flatMap((block) => (block.kind === "example" ? [block.example] : [])),
    );
    code = program?.code[language] ?? "";
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true });
  });

  const run = async () => {
    const { status, stdout, stderr } = await runExample(language, code, { THEATRE_LISTINGS_COPY: file });
    expect([status, stderr]).toEqual([0, ""]);
    const copy = JSON.parse(readFileSync(file, "utf8")) as Copy;
    const everything = await readEverything(service, 200);
    expect(Object.keys(copy.records)).toHaveLength(everything.size);
    expect(copy.records).toMatchObject(Object.fromEntries(everything));
    return { changes: Number.parseInt(stdout, 10), copy };
  };
  const remaining = async () => Number((await service.get("/api/quota")).headers.get("x-ratelimit-remaining"));
  const created = async (name: string) => (await staff.send("POST", "people", { name })).body.id;

  test.skipIf(missingFor(language) !== null)(
    "has at most 40 lines, copies everything, polls for free, follows deletions and merges, and starts over after 410",
    async () => {
      expect(code.split("\n").length).toBeLessThanOrEqual(40);
      expect((await run()).changes).toBeGreaterThan(1000);

      const before = await remaining();
      await runExample(language, code, { THEATRE_LISTINGS_COPY: file });
      expect(await remaining()).toBe(before);

      const [deleted, from, into] = [await created("Deleted"), await created("Merged"), await created("Survivor")];
      expect((await run()).changes).toBe(3);
      await staff.send("DELETE", `people/${deleted}`);
      await staff.send("POST", `people/${from}/merge`, { into });
      const { changes, copy } = await run();
      expect([changes, copy.merged]).toEqual([3, { [`person/${from}`]: `person/${into}` }]);

      const late = await created("Deleted too late");
      await run();
      await staff.send("DELETE", `people/${late}`);
      const { database } = service.infrastructure;
      await database.query("UPDATE record_changes SET changed_at = now() - interval '91 days' WHERE is_deleted", []);
      await forgetDeletions(database, 90);
      expect((await run()).changes).toBeGreaterThan(1000);
    },
  );
});
