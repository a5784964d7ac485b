import { expect, test } from "vitest";
import { readerOf, useDataset } from "../../../test/service.ts";
import { useStaff } from "../../../test/signed-in.ts";
import { fastestDatabase } from "../../../test/databases.ts";
import { castsToLookAt, runningCasts } from "./casts-to-look-at.ts";

const now = () => Date.parse("2026-11-23T12:00:00Z");
const service = useDataset(fastestDatabase, now);
const staff = useStaff(service);

test("of one month those come first that are read most; what staff read and what fails does not count", async () => {
  const { infrastructure } = service;
  const running = runningCasts(await readerOf(service, now));
  const monthOf = ({ seenOn }: { seenOn: string | null }) => seenOn?.slice(0, 7) ?? "";
  const [month = ""] = running.map(monthOf).filter((each, index, all) => all.indexOf(each) !== index);
  const { id, showId } = running.findLast((cast) => monthOf(cast) === month) ?? expect.fail("No month has two casts.");
  const ofMonth = async () => (await castsToLookAt(running, infrastructure)).filter((cast) => monthOf(cast) === month);
  const readsOf = async () => (await ofMonth()).find((cast) => cast.id === id)?.reads ?? 0;
  const before = await readsOf();

  for (const path of [`shows/${showId}`, `productions/${id}/cast`, `shows/${showId}/none`, "shows/none"])
    await service.get(`/api/${path}`);
  await staff.send("GET", `shows/${showId}`);
  await infrastructure.reads.flush();

  expect((await readsOf()) - before).toBe(2);
  const reads = (await ofMonth()).map((cast) => cast.reads);
  expect(reads).toEqual(reads.toSorted((a, b) => b - a));
});

test("the casts to look at are those that run, whose company was seen longest ago first, with their sources", async () => {
  const casts = await castsToLookAt(runningCasts(await readerOf(service, now)), service.infrastructure);
  const { productions } = (await (await service.get("/api/on?date=2026-11-23")).json()) as { productions: object[] };

  expect(casts.length).toBe(productions.length);
  const months = casts.map(({ seenOn }) => seenOn?.slice(0, 7) ?? "");
  expect(months).toEqual(months.toSorted());
  const hamilton = casts.find(({ show }) => show === "Hamilton");
  expect(hamilton?.seenOn).toMatch(/^202[45]-/);
  expect(hamilton?.sources.length).toBeGreaterThan(0);
});
