import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { timeoutMilliseconds, runOptions, stopwatch } from "../../../test/generated-runs.ts";
import { everyDatabaseKind } from "../../../test/databases.ts";
import {
  modelledPaths,
  RecordsModel,
  type ExpectedResult,
  type Fields,
  type ModelRecord,
  type ModelPath,
} from "../../../test/records-model.ts";
import { useService } from "../../../test/service.ts";
import { useStaff } from "../../../test/staff-client.ts";

/** The number of writes of a usual test run. */
const seconds = 2;

/** A write whose numbers are mapped to ids when it runs: of existing records, or of none. */
interface Step {
  action: "create" | "update" | "delete" | "undo";
  path: ModelPath;
  picks: number[];
  text: string;
  match: "none" | "current" | "stale";
  isCascade: boolean;
  /** Its index when it is sent as the only one of a list of changes. */
  isList: boolean;
}

const step: fc.Arbitrary<Step> = fc.record({
  action: fc.constantFrom("create", "create", "create", "update", "update", "delete", "undo"),
  path: fc.constantFrom(...modelledPaths),
  picks: fc.array(fc.nat(9), { minLength: 4, maxLength: 4 }),
  text: fc.constantFrom("A", "B", "é", "𝄞", "\u200d."),
  match: fc.constantFrom("none", "none", "current", "stale"),
  isCascade: fc.boolean(),
  isList: fc.boolean(),
});

describe.each(everyDatabaseKind)("writes in any order (%s)", (databaseKind) => {
  const highLimits = "100000000";
  const service = useService(databaseKind, {
    settings: { PUBLIC_DAILY_LIMIT: highLimits, ACCOUNT_DAILY_LIMIT: highLimits },
  });
  const staff = useStaff(service);

  test(
    "come to what the contract makes of them one by one: changed, refused, undone",
    async () => {
      const isOver = stopwatch(seconds);
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), async (steps) => {
          if (isOver()) return;
          const model = new RecordsModel();
          let past: RecordsModel | null = null;
          try {
            for (const one of steps) {
              if (one.action === "undo") {
                if (past) await undo(model, past);
                past = null;
                continue;
              }
              const before = new RecordsModel(model);
              const outcome = await make(one, model);
              if (outcome !== "refused") past = outcome === "changed" ? before : null;
            }
            await expectAll(model);
          } finally {
            await clear();
          }
        }),
        runOptions(25, 500),
      );
    },
    timeoutMilliseconds,
  );

  test(
    "at once, with the same ETag: exactly one is done, the others are 412, and the winner's is what is there",
    async () => {
      const writes = fc.array(fc.record({ bio: fc.string({ maxLength: 5 }), isDeletion: fc.boolean() }), {
        minLength: 2,
        maxLength: 6,
      });
      const isOver = stopwatch(seconds);
      await fc.assert(
        fc.asyncProperty(writes, async (wanted) => {
          if (isOver()) return;
          const made = await staff.send("POST", "people", { name: "Contested" });
          const place = `people/${made.body.id}`;

          // Each record differs, so that a tag matches only one.
          const answers = await Promise.all(
            wanted.map(({ bio, isDeletion }, index) =>
              isDeletion
                ? staff.send("DELETE", place, undefined, { "if-match": made.etag })
                : staff.send(
                    "PUT",
                    place,
                    { bio: `${index} ${bio.toWellFormed().replaceAll("\0", "")}` },
                    { "if-match": made.etag },
                  ),
            ),
          );

          const winners = answers.filter(({ status }) => status === 200);
          expect(winners).toHaveLength(1);
          const isGone = wanted[answers.findIndex(({ status }) => status === 200)]?.isDeletion;
          const losers = answers.filter(({ status }) => status !== 200).map(({ status }) => status);
          expect(losers.every((status) => status === 412 || (isGone && status === 404))).toBe(true);
          const read = await service.get(`/api/${place}`);
          if (isGone) expect(read.status).toBe(404);
          else expect(await read.json()).toEqual(winners[0]?.body);
          if (!isGone) await staff.send("DELETE", place);
        }),
        runOptions(25, 200),
      );
    },
    timeoutMilliseconds,
  );

  test(
    "at once, without one: answers and end are those of some order",
    async () => {
      const field = fc.constantFrom("name", "description", "type");
      const change = fc.tuple(field, fc.constantFrom("play", "comedy", "drama"));
      const isOver = stopwatch(seconds);
      await fc.assert(
        fc.asyncProperty(fc.array(change, { minLength: 2, maxLength: 4 }), fc.boolean(), async (changes, isDeleted) => {
          if (isOver()) return;
          const { body: start } = await staff.send("POST", "shows", { name: "Contested", type: "musical" });
          const place = `shows/${start.id}`;
          const wanted = [
            ...changes.map(([name, value]): Fields | null => ({ [name]: value })),
            ...(isDeleted ? [null] : []),
          ];

          const answers = await Promise.all(
            wanted.map((fields) => (fields ? staff.send("PUT", place, fields) : staff.send("DELETE", place))),
          );

          const read = await service.get(`/api/${place}`);
          const end = read.status === 200 ? ((await read.json()) as ModelRecord) : null;
          const told = answers.map(({ status, body }) => (status === 200 ? body : status));
          const isExplained = orders(wanted.length).some((order) => {
            const model = new RecordsModel();
            model.create("shows", start, start.id);
            const answered: unknown[] = [];
            for (const index of order) {
              const fields = wanted[index];
              const { status, record } = fields
                ? model.update("shows", start.id, fields)
                : model.remove("shows", start.id);
              answered[index] = record ?? status;
            }
            return isSame([answered, model.find("shows", start.id) ?? null], [told, end]);
          });
          expect({ isExplained, wanted, told, end }).toMatchObject({ isExplained: true });
          if (end) await staff.send("DELETE", place);
        }),
        runOptions(25, 200),
      );
    },
    timeoutMilliseconds,
  );

  async function make(one: Step, model: RecordsModel): Promise<"changed" | "unchanged" | "refused"> {
    const { action, path, picks, isCascade } = one;
    const [target = 0] = picks;
    const own = model.all(path);
    const held = own[target % (own.length + 1)];
    const fields = fieldsOf(one, model);
    const sent = action === "create" ? fields : withoutSome(fields, target);
    const match = action === "create" || !held ? {} : await matchOf(one, path, held.id);
    const id = held?.id ?? "nothing-is-called-so";

    const { status, record } = one.isList
      ? await listed(one, id, sent, match["if-match"])
      : await sentAlone(one, id, sent, match);

    const isCurrent = one.match !== "stale" || !held;
    const before = new RecordsModel(model);
    const expected: ExpectedResult =
      action === "create"
        ? model.create(path, { ...blank[path], ...sent }, record?.id ?? "refused")
        : action === "update"
          ? model.update(path, id, sent, isCurrent)
          : model.remove(path, id, { isCascade, isCurrent });
    expect([action, path, sent, status]).toEqual([action, path, sent, expectedStatus(one, expected.status)]);
    if (expected.record && !one.isList) expect(record).toEqual(expected.record);
    if (expected.record && one.isList && action !== "delete") {
      const read = await service.get(`/api/${path}/${expected.record.id}`);
      expect(await read.json()).toEqual(expected.record);
    }
    if (!expected.record) return "refused";
    return isSame(before.all(path), model.all(path)) ? "unchanged" : "changed";
  }

  async function sentAlone({ action, path, isCascade }: Step, id: string, sent: Fields, match: Record<string, string>) {
    if (action === "create") return answered(await staff.send("POST", path, sent));
    const place = `${path}/${id}${action === "delete" && isCascade ? "?cascade=true" : ""}`;
    return answered(
      await staff.send(action === "update" ? "PUT" : "DELETE", place, action === "update" ? sent : undefined, match),
    );
  }

  async function listed({ action, path, isCascade }: Step, id: string, data: Fields, ifMatch: string | undefined) {
    const named = action === "create" ? {} : { id, ...(ifMatch === undefined ? {} : { if_match: ifMatch }) };
    const change = { action, resource: path, ...named, ...(action === "delete" ? { cascade: isCascade } : { data }) };
    const { status, body } = await staff.send("POST", "changes", { changes: [change] });
    const [outcome] = (body["changes"] ?? []) as { id: string }[];
    return { status, record: outcome ? ({ id: outcome.id } as ModelRecord) : null };
  }

  async function matchOf({ match }: Step, path: ModelPath, id: string): Promise<Record<string, string>> {
    if (match === "none") return {};
    const { etag } = await staff.send("GET", `${path}/${id}`, undefined, { "accept-encoding": "identity" });
    return { "if-match": match === "current" ? etag : `"x${etag.slice(1)}` };
  }

  async function undo(model: RecordsModel, past: RecordsModel): Promise<void> {
    const [entry] = await staff.activity(1);
    expect((await staff.send("POST", `activity/${entry?.id}/revert`)).status).toBe(200);
    model.become(past);
  }

  async function expectAll(model: RecordsModel): Promise<void> {
    for (const path of modelledPaths) {
      const list = (await (await service.get(`/api/${path}`)).json()) as ModelRecord[];
      for (const held of model.all(path)) {
        const read = await service.get(`/api/${path}/${held.id}`);
        expect(await read.json()).toEqual(held);
        expect(list.some(({ id }) => id === held.id)).toBe(true);
      }
      const strange = list.filter(({ id, name }) => String(name).startsWith("Modelled") && !model.find(path, id));
      expect(strange).toEqual([]);
    }
  }

  /** Deletes all records, so that one failure does not affect later attempts. */
  async function clear(): Promise<void> {
    for (const path of [...modelledPaths].reverse()) {
      const list = (await (await service.get(`/api/${path}`)).json()) as ModelRecord[];
      const left = list.filter((one) => JSON.stringify(one).includes('"Modelled'));
      for (const { id } of left) await staff.send("DELETE", `${path}/${id}`);
    }
  }
});

/** The default fields of a record. */
const blank: Record<ModelPath, Fields> = {
  shows: { description: null, image: null, booking_until: null },
  theatres: { address: null, postcode: null, lat: null, lng: null, capacity: null, current_show_id: null },
  people: { bio: null, image: null },
  productions: { closing_date: null },
  roles: { description: null },
  "cast-members": { role_id: null, billing_order: null },
};

function fieldsOf({ path, picks, text }: Step, model: RecordsModel): Fields {
  const pick = (index: number, from: ModelPath) => {
    const all = model.all(from);
    return all[(picks[index] ?? 0) % (all.length + 1)]?.id ?? null;
  };
  const need = (index: number, from: ModelPath) => pick(index, from) ?? "nothing-is-called-so";
  const [, , number = 0, last = 0] = picks;
  const name = `Modelled ${text}`;
  switch (path) {
    case "shows":
      return { name, type: number % 2 === 0 ? "play" : "comedy", booking_until: number > 5 ? "2028-02-29" : null };
    case "theatres":
      return { name, capacity: number + 1, current_show_id: pick(1, "shows") };
    case "people":
      return { name, bio: number > 5 ? text : null };
    case "productions":
      return {
        show_id: need(1, "shows"),
        theatre_id: need(2, "theatres"),
        opening_date: "2027-01-05",
        closing_date: last > 7 ? null : `2027-01-0${last + 1}`,
      };
    case "roles":
      return { name, production_id: need(1, "productions") };
    case "cast-members":
      return {
        person_id: need(1, "people"),
        production_id: need(2, "productions"),
        role_id: pick(3, "roles"),
        role_type: number % 2 === 0 ? "principal" : "swing",
        billing_order: last + 1,
      };
  }
}

function withoutSome(fields: Fields, pick: number): Fields {
  return Object.fromEntries(Object.entries(fields).filter((_field, index) => (index + pick) % 3 !== 0));
}

/** A list of changes is answered with 200, and an unknown id in it is invalid like any other field. */
function expectedStatus({ isList }: Step, status: number): number {
  if (!isList) return status;
  return status === 201 ? 200 : status === 404 ? 400 : status;
}

function answered({ status, body }: { status: number; body: ModelRecord }): {
  status: number;
  record: ModelRecord | null;
} {
  return { status, record: status < 300 ? body : null };
}

function orders(length: number): number[][] {
  if (length === 0) return [[]];
  return orders(length - 1).flatMap((order) =>
    Array.from({ length }, (_, index) => [...order.slice(0, index), length - 1, ...order.slice(index)]),
  );
}

/** Compares without the order of fields. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, one]) => [name, sorted(one)]),
  );
}
