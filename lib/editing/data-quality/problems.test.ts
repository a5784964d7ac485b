import { beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { databaseKinds } from "../../../test/databases.ts";
import { useService } from "../../../test/service.ts";
import { staffClient, type StaffClient } from "../../../test/signed-in.ts";
import { dataProblem, problemCounts, type DataProblem } from "./schema.browser.ts";

const start = "2026-11-23T12:00:00Z";

describe.each(databaseKinds)("data problems (%s)", (databaseKind) => {
  let now = Date.parse(start);
  let staff: StaffClient;

  const service = useService(databaseKind, { now: () => now, isOwn: true });
  // Also when the test before has failed on its way.
  beforeEach(() => travelTo(start));

  /** Sets the time. A session of another day has expired. */
  async function travelTo(time: string): Promise<void> {
    now = Date.parse(time);
    staff = await staffClient(service);
  }
  const list = async () => z.array(dataProblem).parse((await staff.send("GET", "problems")).body);
  const counts = async (query = "") => problemCounts.parse((await staff.send("GET", `problems/counts${query}`)).body);
  const find = async (rule: string, id: string) =>
    (await list()).find((problem) => problem.rule === rule && problem.record_id === id);
  const named = ({ rule, resource, record_id, facts }: DataProblem) => ({ rule, resource, record_id, facts });
  const snooze = (problems: readonly DataProblem[], more: object = {}) =>
    staff.send("POST", "problems/snooze", {
      problems: problems.map(named),
      until: null,
      reason: "Two houses.",
      ...more,
    });
  /** A theatre without coordinates and without a number of seats. */
  const makeTheatre = async (name: string) => {
    const { body } = await staff.send("POST", "theatres", { name });
    return { id: body.id, problem: (await find("missing-capacity", body.id)) as DataProblem };
  };

  test("of the dataset are no contradictions", async () => {
    expect((await list()).filter(({ severity }) => severity === "contradiction")).toEqual([]);
  });

  test("follow the day in London", async () => {
    await staff.send("PUT", "shows/hamilton", { booking_until: "2027-07-31" });

    await travelTo("2027-07-31T22:30:00Z");
    expect(await find("booking-until-past", "hamilton")).toBeUndefined();
    await travelTo("2027-07-31T23:30:00Z");
    expect(await find("booking-until-past", "hamilton")).toBeDefined();
  });

  test("are fixed by the offered fixes", async () => {
    await staff.send("PUT", "theatres/lyric", { current_show_id: "hamilton" });
    const mendable = (await list()).filter(({ fixes }) => fixes.length > 0);
    expect(mendable).not.toEqual([]);

    const changes = mendable.flatMap(({ fixes }) => fixes[0]?.changes ?? []);
    expect((await staff.send("POST", "changes", { changes })).status).toBe(200);

    expect((await list()).filter(({ fixes }) => fixes.length > 0)).toEqual([]);
  });

  test("a snooze says why, who and until when, and ends on its day", async () => {
    const { id, problem } = await makeTheatre("Snoozed until December");

    expect((await snooze([problem], { until: "2026-12-01", reason: " Opens in December. " })).status).toBe(200);

    const account = { id: expect.any(String) as string, name: expect.any(String) as string };
    const snoozed = { until: "2026-12-01", reason: "Opens in December.", at: "2026-11-23T12:00:00.000Z", account };
    expect((await find("missing-capacity", id))?.snooze).toMatchObject(snoozed);
    expect((await find("missing-coordinates", id))?.snooze).toBeNull();
    await travelTo("2026-11-30T23:00:00Z");
    expect((await find("missing-capacity", id))?.snooze).not.toBeNull();
    await travelTo("2026-12-01T00:00:00Z");
    expect((await find("missing-capacity", id))?.snooze).toBeNull();
  });

  test("a snooze ends when the facts of its problem change, and not with other fields", async () => {
    await staff.send("PUT", "theatres/palace", { current_show_id: "hamilton" });
    const problem = (await find("current-show-not-there", "palace")) as DataProblem;
    await snooze([problem]);

    await staff.send("PUT", "theatres/palace", { address: "Elsewhere" });
    expect((await find("current-show-not-there", "palace"))?.snooze).toMatchObject({ until: null });

    await staff.send("PUT", "theatres/palace", { current_show_id: "wicked" });
    expect((await find("current-show-not-there", "palace"))?.snooze).toBeNull();
  });

  test("many problems are snoozed and woken at once", async () => {
    const made = [await makeTheatre("One of many"), await makeTheatre("Another of many")];
    const problems = made.map(({ problem }) => problem);
    const states = async () => Promise.all(made.map(async ({ id }) => (await find("missing-capacity", id))?.snooze));

    await snooze(problems);
    expect(await states()).toMatchObject([{ reason: "Two houses." }, { reason: "Two houses." }]);

    const keys = problems.map(({ rule, resource, record_id }) => ({ rule, resource, record_id }));
    const { body } = await staff.send("POST", "problems/unsnooze", { problems: keys });
    const answered = z.array(dataProblem).parse(body);
    expect(answered.map((one) => one.snooze)).toEqual([null, null]);
    expect(await states()).toEqual([null, null]);
  });

  test("a snooze is deleted with its record, also by plain SQL", async () => {
    const { id, problem } = await makeTheatre("Deleted");
    await snooze([problem]);
    const { query } = service.infrastructure.database;

    await query("DELETE FROM theatres WHERE id = $1", [id]);

    expect(await query("SELECT * FROM problem_snoozes WHERE record_id = $1", [id])).toEqual([]);
  });

  test("a problem that is not there, or has changed, a past day and no reason are refused, and nothing is snoozed", async () => {
    const { id, problem } = await makeTheatre("Refused");
    const one = named(problem);
    for (const [path, wrong] of [
      ["problems.1", { problems: [one, { ...one, record_id: "nothing" }] }],
      ["problems.0.facts", { problems: [{ ...one, facts: "old" }] }],
      ["until", { until: "2026-11-23" }],
      ["reason", { reason: " " }],
      ["problems", { problems: [] }],
    ] as const)
      expect(await snooze([problem], wrong)).toMatchObject({ status: 400, body: { issues: [{ path }] } });
    expect((await find("missing-capacity", id))?.snooze).toBeNull();
  });

  test("counts are those of now, without snoozed problems, as the counts of today", async () => {
    const before = (await counts()).now["missing-capacity"] ?? 0;
    const { problem } = await makeTheatre("Counted");
    expect((await counts()).now["missing-capacity"]).toBe(before + 1);

    await snooze([problem]);

    const { now: current, days } = await counts("?days=2");
    expect(current["missing-capacity"]).toBe(before);
    expect(days).toEqual([{ date: "2026-11-23", counts: current }]);
  });

  test("an unknown parameter and a number of days that is none are refused", async () => {
    for (const query of ["?day=3", "?days=0", "?days=401", "?days=x"])
      expect((await staff.send("GET", `problems/counts${query}`)).status).toBe(400);
  });
});
