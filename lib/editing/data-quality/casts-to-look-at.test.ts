import { expect, test } from "vitest";
import { readerOf, useDataset } from "../../../test/service.ts";
import { fastestDatabase } from "../../../test/databases.ts";
import { castsToLookAt } from "./casts-to-look-at.ts";

const now = () => Date.parse("2026-11-23T12:00:00Z");
const service = useDataset(fastestDatabase, now);

test("the casts to look at are those that run, whose company was seen longest ago first, with their sources", async () => {
  const casts = castsToLookAt(await readerOf(service, now));
  const { productions } = (await (await service.get("/api/on?date=2026-11-23")).json()) as { productions: object[] };

  expect(casts.length).toBe(productions.length);
  const days = casts.map(({ seenOn }) => seenOn ?? "");
  expect(days).toEqual(days.toSorted());
  const hamilton = casts.find(({ show }) => show === "Hamilton");
  expect(hamilton?.seenOn).toMatch(/^202[45]-/);
  expect(hamilton?.sources.length).toBeGreaterThan(0);
});
