import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { findProblems } from "../../lib/editing/data-quality/find-problems.ts";
import type { RuleData } from "../../lib/editing/data-quality/rule-data.ts";
import { emptyRow } from "../../lib/records/rows.ts";
import { earliestDay, latestDay } from "../../lib/core/partial-dates.browser.ts";
import { castMember, castMemberDetails } from "../../lib/resources/cast-members/schema.browser.ts";
import { engagementIssues, inOrderOfTime } from "../../lib/resources/cast-members/engagement-rules.browser.ts";
import type { Production } from "../../lib/resources/productions/schema.browser.ts";
import { resources } from "../../lib/resources/resources.ts";
import { readDataset } from "./dataset.ts";

/** What is known beyond the records' own fields: engagements, covers, former names and sources. */

const root = process.cwd();
const asOf = "2026-11-23";
const dataset = readDataset(root);
const read = (file: string): unknown => JSON.parse(readFileSync(path.join(root, "prisma/seed/known", file), "utf8"));
const page = z.strictObject({
  name: z.string().min(1).max(200),
  url: z.url(),
  kind: z.string(),
  read_on: z.iso.date(),
});
const pages = z.array(page).parse(read("pages.json"));
const places = z.record(
  z.string(),
  z
    .array(
      z
        .int()
        .min(0)
        .max(pages.length - 1),
    )
    .min(1),
);
const citations = z.record(z.string(), z.record(z.string(), places)).parse(read("citations.json"));
const details = z.record(z.string(), z.array(z.looseObject({ id: z.string() }))).parse(read("details.json"));
const rowsOf = <Row>(table: string) => dataset[table] as unknown as Row[];
const productions = new Map(rowsOf<Production>("productions").map((one) => [one.id, one]));
const roles = new Map(rowsOf<{ id: string; production_id: string }>("roles").map((one) => [one.id, one]));
const members = z
  .array(z.object({ ...castMember.shape, ...castMemberDetails.pick({ engagements: true, covers: true }).shape }))
  .parse(dataset["cast_members"]);
const runOf = (id: string) => {
  const run = productions.get(id);
  return { first: run?.opening_date ?? "", last: run?.closing_date ?? null };
};

describe("details", () => {
  test.each(Object.entries(details))("of %s belong to a record, once, in the order of the records", (table, rows) => {
    const ids = new Map(dataset[table]?.map(({ id }, index) => [id, index]));
    const order = rows.map(({ id }) => ids.get(id) ?? -1);

    expect(order).toEqual([...new Set(order)].toSorted((a, b) => a - b));
    expect(order).not.toContain(-1);
  });

  test.each(
    resources.map(({ path: resource, repository, details: known }) => [resource, repository.name, known] as const),
  )("and sources of %s are as the API serves them", (_noun, table, known) => {
    const shape = { ...known?.document.partial().shape, ...known?.sources.partial().shape } as z.ZodRawShape;
    for (const row of dataset[table] ?? []) {
      const parts = Object.fromEntries(Object.entries(row).filter(([name]) => name in shape));
      expect(z.strictObject(shape).parse(parts)).toEqual(parts);
    }
  });

  test("hold all engagements of the collection, in their order, none of which contradicts another", () => {
    expect(members.flatMap(({ engagements }) => engagements)).toHaveLength(2055);
    const wrong = members.flatMap(({ id, production_id, engagements }) =>
      engagementIssues(engagements, runOf(production_id), asOf).map((issue) => ({ id, ...issue })),
    );
    expect(wrong).toEqual([]);
    const ordered = members.map(({ production_id, engagements }) =>
      inOrderOfTime(engagements, runOf(production_id), asOf),
    );
    expect(ordered).toEqual(members.map(({ engagements }) => engagements));
  });

  test("have no engagement outside of its run, and a note where no day is known", () => {
    const wrong = members.flatMap(({ id, production_id, engagements }) => {
      const { first, last } = runOf(production_id);
      const early = new Date(Date.parse(first) - 120 * 86_400_000).toISOString().slice(0, 10);
      return engagements.flatMap(({ from, to, ended, note }) => {
        const isOutside =
          (from !== null && latestDay(from) < early) ||
          (last !== null && from !== null && earliestDay(from) > last) ||
          (last !== null && to !== null && earliestDay(to) > last);
        const isUnfounded = from === null && to === null && !note;
        const isNotEnded = to !== null && latestDay(to) < asOf && !ended;
        return isOutside || isUnfounded || isNotEnded ? [{ id, from, to, ended }] : [];
      });
    });

    expect(wrong).toEqual([]);
  });

  test("share a role between two principals for two weeks at most, unless a note says why", () => {
    const played = members.filter(({ role_type }) => role_type === "principal").flatMap(engagementsOf);
    const shared = played.flatMap((one, index) =>
      played
        .slice(index + 1)
        .filter((other) => other.role === one.role && !one.note && !other.note && daysShared(one, other) > 14),
    );

    expect(shared).toEqual([]);
  });

  test("have a cover for every understudy of a role, of the same production", () => {
    const covering = members.filter(({ covers }) => covers.length > 0);

    expect(covering.map(({ id }) => id)).toEqual(
      members.filter(({ role_type, role_id }) => role_type === "understudy" && role_id !== null).map(({ id }) => id),
    );
    expect(
      covering.filter(({ production_id, covers }) =>
        covers.some((one) => roles.get(one.role_id)?.production_id !== production_id),
      ),
    ).toEqual([]);
  });
});

describe("sources", () => {
  test("are 712 pages, each listed once and cited", () => {
    const cited = Object.values(citations).flatMap((records) =>
      Object.values(records).flatMap((fields) => Object.values(fields).flat()),
    );

    expect([pages.length, new Set(pages.map(({ url }) => url)).size, new Set(cited).size]).toEqual([712, 712, 712]);
    expect(cited).toHaveLength(10062);
    expect(pages.filter(({ url }) => !/^https?:\/\/[^/]+\.[^/]+\/./.test(url))).toEqual([]);
    expect(pages.filter(({ read_on }) => read_on > asOf)).toEqual([]);
  });

  test("are of records and fields that exist, each page once", () => {
    for (const [table, records] of Object.entries(citations)) {
      const resource = resources.find(({ repository }) => repository.name === table);
      const fields = { ...resource?.record.shape, ...resource?.details?.document.shape };
      const ids = new Set(dataset[table]?.map(({ id }) => id));
      expect(Object.keys(records).filter((id) => !ids.has(id))).toEqual([]);
      const all = Object.values(records).flatMap((cited) => Object.entries(cited));
      expect(all.filter(([field, cited]) => !(field in fields) || new Set(cited).size < cited.length)).toEqual([]);
    }
  });
});

test("a fresh start has no contradiction", async () => {
  const rows = resources.map((resource) => [
    resource.path,
    (dataset[resource.repository.name] ?? []).map((row) => ({ ...emptyRow(resource), ...row })),
  ]);

  // The schemas check the dataset's rows above and in dataset.test.ts.
  const problems = await findProblems(Object.fromEntries(rows) as RuleData, asOf);

  expect(problems.filter(({ severity }) => severity === "contradiction")).toEqual([]);
});

function engagementsOf({ role_id, engagements }: (typeof members)[number]) {
  return engagements.flatMap(({ from, to, note }) =>
    from !== null && to !== null && role_id !== null ? [{ role: role_id, from, to, note }] : [],
  );
}

function daysShared(one: { from: string; to: string }, other: { from: string; to: string }): number {
  const [from, to] = [one.from > other.from ? one.from : other.from, one.to < other.to ? one.to : other.to];
  return (Date.parse(latestDay(to)) - Date.parse(earliestDay(from))) / 86_400_000 + 1;
}
