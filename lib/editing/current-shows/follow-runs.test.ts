import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { dayAfter } from "../../core/dates.ts";
import { databaseKinds } from "../../../test/databases.ts";
import { useService } from "../../../test/service.ts";
import { useStaff } from "../../../test/signed-in.ts";
import { followRuns } from "./follow-runs.ts";

interface Run {
  show_id: string;
  theatre_id: string;
  closing_date: string | null;
  first_day: string;
}

describe.each(databaseKinds)("current shows (%s)", (databaseKind) => {
  describe("of the dataset", () => {
    const service = useService(databaseKind, { isOwn: true });

    test("follow the runs through a year of days, as computed by hand", { timeout: 120_000 }, async () => {
      const { database } = service.infrastructure;
      const rows = <Row extends object>(sql: string) => database.query<Row>(sql, []);
      const runs = await rows<Run>(
        `SELECT show_id, theatre_id, closing_date::text, COALESCE(first_preview, opening_date)::text AS first_day
           FROM productions ORDER BY id COLLATE "C"`,
      );
      const readCurrent = async () =>
        new Map(
          (await rows<{ id: string; current_show_id: string | null }>("SELECT id, current_show_id FROM theatres")).map(
            ({ id, current_show_id }) => [id, current_show_id],
          ),
        );
      const expected = await readCurrent();
      let changes = 0;
      for (let day = "2026-11-27", last = ""; day < "2027-11-27"; last = day, day = dayAfter(day)) {
        for (const [theatre, show] of expected) {
          const here = runs.filter(({ theatre_id }) => theatre_id === theatre);
          const open = here
            .filter(({ first_day, closing_date }) => first_day <= day && (closing_date === null || closing_date >= day))
            .toSorted((one, other) => other.first_day.localeCompare(one.first_day))[0];
          const ofShow = here.filter(({ show_id }) => show_id === show);
          const isOver =
            ofShow.length > 0 && ofShow.every(({ closing_date }) => closing_date !== null && closing_date < day);
          const hasBegun = show === null && last !== "" && open !== undefined && open.first_day > last;
          if (isOver || hasBegun) {
            expected.set(theatre, open?.show_id ?? null);
            changes += 1;
          }
        }
        await followRuns(database, day);
        expect([day, await readCurrent()]).toEqual([day, expected]);
      }

      expect(changes).toBeGreaterThan(20);
      const logged = await rows<{ change_id: string }>("SELECT change_id FROM activity WHERE account_id = 'schedule'");
      expect(new Set(logged.map(({ change_id }) => change_id)).size).toBe(changes);
    });
  });

  describe("of a house", () => {
    const CRON_SECRET = "a-secret-of-the-operator";
    const clock = { ahead: 0 };
    const service = useService(databaseKind, {
      isOwn: true,
      settings: { CRON_SECRET },
      now: () => Date.now() + clock.ahead,
    });
    const staff = useStaff(service);
    let [first, second] = ["", ""];
    const create = async (path: string, body: object) => String((await staff.send("POST", path, body)).body["id"]);
    const look = (day: string) => followRuns(service.infrastructure.database, day);
    const currentShow = async (id: string) => (await staff.send("GET", `theatres/${id}`)).body["current_show_id"];
    const entriesOf = async (id: string) =>
      (await staff.send("GET", `activity?resource=theatres&record_id=${id}`)).body as unknown as Record<
        string,
        unknown
      >[];
    const addRun = (theatre_id: string, show_id: string, opening_date: string, closing_date: string | null) =>
      create("productions", { theatre_id, show_id, opening_date, closing_date });

    beforeAll(async () => {
      first = await create("shows", { name: "The first", type: "play" });
      second = await create("shows", { name: "The second", type: "play" });
      await look("2030-03-01");
    });

    const houseWith = async (current: string | null) =>
      create("theatres", { name: `House ${randomUUID()}`, current_show_id: current });

    test("an end names what runs next, as an entry of the schedule that is undone by itself", async () => {
      const houses = [await houseWith(first), await houseWith(first)];
      const [one = "", other = ""] = houses;
      for (const theatre of houses) await addRun(theatre, first, "2030-01-01", "2030-03-09");
      await addRun(one, second, "2030-03-05", null);
      await addRun(other, second, "2030-03-05", "2030-03-10");
      const currentShows = () => Promise.all(houses.map(currentShow));
      const undo = async (id: string) =>
        staff.send("POST", `activity/${String((await entriesOf(id))[0]?.["id"])}/revert`);

      await look("2030-03-09");
      expect(await currentShows()).toEqual([first, first]);
      await look("2030-03-10");
      expect(await currentShows()).toEqual([second, second]);
      expect((await entriesOf(one))[0]).toMatchObject({ by: "schedule", account: null, action: "update" });

      await undo(one);
      expect(await currentShows()).toEqual([first, second]);
      await undo(other);
      await service.infrastructure.database.query(
        "UPDATE activity SET at = '2030-03-10T12:00:00Z' WHERE action = 'revert'",
        [],
      );
      await look("2030-03-20");
      expect(await currentShows()).toEqual([first, first]);

      await addRun(one, first, "2030-02-01", "2030-03-22");
      // It began before the last look, and was entered after it.
      await addRun(other, second, "2030-03-15", null);
      await staff.send("PUT", `theatres/${one}`, { capacity: 100 });
      await look("2030-03-22");
      expect(await currentShows()).toEqual([first, second]);
      await look("2030-03-23");
      expect(await currentShows()).toEqual([second, second]);
    });

    test("a beginning names its show where nothing is named, once, also when the clock jumps", async () => {
      await look("2030-05-01");
      const [empty, named] = [await houseWith(null), await houseWith(first)];
      const preview = await addRun(empty, second, "2030-05-08", null);
      await staff.send("PUT", `productions/${preview}/details`, { first_preview: "2030-05-04" });
      await addRun(named, second, "2030-05-04", null);

      await look("2030-05-03");
      expect(await currentShow(empty)).toBeNull();
      await look("2030-05-11");
      expect([await currentShow(empty), await currentShow(named)]).toEqual([second, first]);

      await staff.send("PUT", `theatres/${empty}`, { current_show_id: null });
      await look("2030-05-06");
      await look("2030-05-12");
      expect(await currentShow(empty)).toBeNull();
      expect((await entriesOf(empty)).filter((entry) => entry["by"] === "schedule")).toHaveLength(1);
    });

    test("/api/cron does the work of a new day before it answers", async () => {
      const theatre = await houseWith(first);
      await addRun(theatre, first, "2030-06-01", "2030-06-05");
      clock.ahead = Date.parse("2030-06-06T12:00:00Z") - Date.now();
      const headers = { Authorization: `Bearer ${CRON_SECRET}` };
      const answer = await service.get("/api/cron", { method: "POST", headers });
      clock.ahead = 0;

      expect(answer.status).toBe(200);
      expect(await currentShow(theatre)).toBeNull();
    });

    test("two instances change a theatre once", async () => {
      await look("2030-07-01");
      const theatre = await houseWith(first);
      await addRun(theatre, first, "2030-06-01", "2030-07-05");
      await Promise.all([1, 2, 3].map(() => look("2030-07-06")));

      expect((await entriesOf(theatre)).filter((entry) => entry["by"] === "schedule")).toHaveLength(1);
    });
  });
});
