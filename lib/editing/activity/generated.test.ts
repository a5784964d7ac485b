import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { Catalogue } from "../../catalogue/catalogue.ts";
import { catalogueDefinitions, indexedFields, valuesOf } from "../../catalogue/definition.ts";
import { ListBody } from "../../catalogue/list.ts";
import { entryText } from "../../catalogue/row.ts";
import { DerivedValues } from "../../catalogue/derived.ts";
import { log } from "../../core/log.ts";
import type { Infrastructure } from "../../infrastructure.ts";
import { aroundStatements } from "../../../test/fault-recorder.ts";
import { askSearch, randomQuestions } from "../../../test/search-questions.ts";
import { Calendars } from "../../listings/feeds/calendars.ts";
import { databaseKinds } from "../../../test/databases.ts";
import { runOptions, timeoutMilliseconds } from "../../../test/generated-requests.ts";
import { useInstances } from "../../../test/stores.ts";
import { isFullRun } from "../../../test/fixture.ts";
import {
  fieldsOf,
  modelledPaths,
  RecordsModel,
  step,
  type ModelRecord,
  type Step,
} from "../../../test/records-model.ts";
import { createSearchWorld } from "../../../test/search-world.ts";
import { useStaff } from "../../../test/signed-in.ts";
import { readEverything, UpdatesReader } from "../../../test/updates-reader.ts";
import { forgetDeletions } from "../../catalogue/change-queries.ts";

const highLimits = { PUBLIC_DAILY_LIMIT: "100000000", ACCOUNT_DAILY_LIMIT: "100000000" };
const today = "2026-11-23";
const runs = isFullRun ? 60 : 4;
const races = isFullRun ? 25 : 5;
/** Rounds of writers at once; set `REPLAYS=200` for a more thorough run. */
const rounds = Number(process.env["REPLAYS"] ?? 10);

describe.each(databaseKinds)("writes in any order (%s)", (databaseKind) => {
  const instances = useInstances(databaseKind, () => ({
    settings: highLimits,
    now: () => Date.parse(`${today}T12:00:00Z`),
  }));
  const [service, second] = instances;
  const staff = useStaff(service);
  let worlds = 0;

  const sql = (statement: string, parameters: unknown[] = []) =>
    service.infrastructure.database.query(statement, parameters);
  const versionNow = async () => (await service.infrastructure.readVersions())?.data ?? null;
  const loaded = async () => {
    const catalogue = new Catalogue(service.infrastructure.database);
    await catalogue.reach(await versionNow());
    return catalogue;
  };

  test(
    "come to what the contract makes of them, and lists, searches, calendars and copies are those of a service that just started",
    { timeout: 5 * timeoutMilliseconds },
    async () => {
      let copy = new UpdatesReader();
      const calendars = new Calendars(service.infrastructure);
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 16 }), async (steps) => {
          const targets = await createWorld();
          const other = lossyCatalogue();
          const derived = derivedFrom(other.catalogue);
          const model = recordsIn(await loaded());
          let past: RecordsModel | null = null;
          for (const one of steps) {
            const before = new RecordsModel(model);
            const outcome = await take(one, model, past, other);
            past = outcome === "changed" ? before : outcome === "refused" ? past : null;
            const fresh = await loaded();
            if (outcome === "unknown") model.become(recordsIn(fresh));
            else expect(recordsIn(fresh).sorted()).toEqual(model.sorted());

            await other.advance().catch(() => undefined);
            expect(derived.get("casts", casts, () => 0)).toEqual(
              derivedFrom(other.catalogue).get("new", casts, () => 0),
            );
            await calendars.update();
            for (const target of targets)
              expect({ target, ...(await respond(service.infrastructure, target)) }).toEqual({
                target,
                ...(await respond(justStarted(fresh), target)),
              });
          }
          await other.advance();
          await expectSame(await loaded(), other.catalogue);
          await expectSameDates(calendars);
          copy = await expectCopied(copy);
        }),
        runOptions(runs, 100),
      );
      expect(copy.numbers.every((number, index, all) => index === 0 || number > Number(all[index - 1]))).toBe(true);
    },
  );

  /** Some records that refer to each other, in otherwise empty tables. @returns searches that may find them. */
  async function createWorld(): Promise<string[]> {
    await sql("TRUNCATE shows, theatres, people, productions, roles, cast_members CASCADE");
    const world = `w${(worlds += 1)}`;
    for (const statement of [
      "INSERT INTO shows (id, name, type) SELECT $1 || 's' || n, 'Show ' || n, 'play' FROM generate_series(1, 2) AS n",
      "INSERT INTO theatres (id, name, lat, lng) SELECT $1 || 't' || n, 'Theatre ' || n, 51.5 + n / 100.0, -0.1 FROM generate_series(1, 2) AS n",
      "INSERT INTO people (id, name) SELECT $1 || 'p' || n, 'Person ' || n FROM generate_series(1, 4) AS n",
      "INSERT INTO productions (id, show_id, theatre_id, opening_date) SELECT $1 || 'r' || n, $1 || 's1', $1 || 't' || n, '2020-01-01' FROM generate_series(1, 2) AS n",
      "INSERT INTO roles (id, name, production_id) SELECT $1 || 'o' || n, 'Role ' || n, $1 || 'r' || n FROM generate_series(1, 2) AS n",
      "INSERT INTO cast_members (id, person_id, production_id, role_id, role_type) SELECT $1 || 'c' || n, $1 || 'p' || n, $1 || 'r' || (1 + n % 2), $1 || 'o' || (1 + n % 2), 'principal' FROM generate_series(1, 4) AS n",
    ])
      await sql(statement, [world]);
    const searched = await createSearchWorld(service, staff, today, { withIncluded: false });
    const questions = [...randomQuestions(searched, worlds, 6)].map(
      ({ path, asked }) => `/api/search/${path}?${new URLSearchParams(asked).toString()}`,
    );
    return [...questions, "/api/search?q=person", "/api/search/people?q=anna&sort=name"];
  }

  /** A catalogue to which an answer of the database may not come through. */
  function lossyCatalogue() {
    let answersLeft: number | null = null;
    const unlessLost = async <Answer>(ask: () => Promise<Answer>): Promise<Answer> => {
      const answer = await ask();
      if (answersLeft === null || (answersLeft -= 1) >= 0) return answer;
      answersLeft = null;
      throw new Error("The answer was lost.");
    };
    const catalogue = new Catalogue(aroundStatements(service.infrastructure.database, unlessLost));
    return {
      catalogue,
      loseAnswer: (after: number) => void (answersLeft = after),
      advance: async () => catalogue.reach(await versionNow()),
    };
  }

  function derivedFrom(catalogue: Catalogue): DerivedValues {
    return new DerivedValues(catalogue, service.infrastructure.computedReads, service.infrastructure.now);
  }

  /** The same data in an instance without anything in memory. */
  function justStarted(catalogue: Catalogue): Infrastructure {
    return { ...service.infrastructure, catalogue, derived: derivedFrom(catalogue) };
  }

  async function respond(infrastructure: Infrastructure, target: string) {
    const { body, headers } = await askSearch(infrastructure, target, await infrastructure.readVersions());
    return { text: String(await body?.bytes("identity")), headers };
  }

  /** Each catalogue has the rows, bytes, tags and references of one that has read everything. */
  async function expectSame(fresh: Catalogue, other: Catalogue): Promise<void> {
    const expected = await catalogueStateOf(fresh);
    for (const { infrastructure } of instances) {
      await infrastructure.catalogue.reach(await versionNow());
      expect(await catalogueStateOf(infrastructure.catalogue)).toEqual(expected);
    }
    expect(await catalogueStateOf(other)).toEqual(expected);
    const merged = await sql("SELECT DISTINCT resource, record_id AS id FROM activity WHERE merged_into IS NOT NULL");
    for (const { resource, id } of merged as { resource: string; id: string }[])
      expect([id, other.mergedInto(resource, id)]).toEqual([id, fresh.mergedInto(resource, id)]);
  }

  /** Calendars that have followed each change have the dates of those of a service that just started. */
  async function expectSameDates(calendars: Calendars): Promise<void> {
    const fresh = new Calendars(service.infrastructure);
    for (const one of [fresh, calendars]) await one.update();
    expect(calendars.all).toEqual(fresh.all);
    for (const feed of new Set(fresh.all.flatMap(({ feeds }) => feeds)))
      expect(calendars.of(feed)).toEqual(fresh.of(feed));
  }

  /** A client that follows the updates has what the lists have. Where deletions were forgotten it must start over. */
  async function expectCopied(following: UpdatesReader): Promise<UpdatesReader> {
    const copy = await following.catchUp(service, second).then(
      () => following,
      async (error: Error) => {
        expect(error.message).toContain("410");
        const anew = new UpdatesReader();
        await anew.catchUp(service, second);
        return anew;
      },
    );
    const everything = await readEverything(second, copy.copy.size > 500 ? 100 : 1);
    expect([...copy.copy.keys()].toSorted()).toEqual([...everything.keys()].toSorted());
    expect(Object.fromEntries(copy.copy)).toMatchObject(Object.fromEntries(everything));
    return copy;
  }

  type Outcome = "changed" | "unchanged" | "refused" | "unknown";

  /** @returns what became of it; unknown where the model doesn't say. */
  async function take(
    one: Step,
    model: RecordsModel,
    past: RecordsModel | null,
    other: ReturnType<typeof lossyCatalogue>,
  ): Promise<Outcome> {
    const [a, b] = one.picks;
    if (one.does === "create" || one.does === "update" || one.does === "delete") return write(one, model);
    if (one.does === "undo") {
      const [newest, ...earlier] = await staff.activity(5);
      if (past) {
        expect((await staff.send("POST", `activity/${newest?.id}/revert`)).status).toBe(200);
        model.become(past);
        return "unchanged";
      }
      await staff.send("POST", `activity/${earlier[b % 4]?.id}/revert`);
      return "unknown";
    }
    if (one.does === "lose an answer") {
      other.loseAnswer(a % 2);
      return "unchanged";
    }
    const table = one.path.replaceAll("-", "_");
    const idAt = (n: number) => model.all(one.path)[n % Math.max(1, model.all(one.path).length)]?.id ?? "nothing";
    const place = `${one.path}/${encodeURIComponent(idAt(a))}`;
    const sources = [{ name: one.text, kind: "press" }];
    switch (one.does) {
      case "details":
        await staff.send("PUT", `${place}/details`, detailsOf(one, model));
        break;
      case "sources":
        await staff.send("PUT", `${place}/sources`, { sources, verified: b % 2 === 0 });
        break;
      case "merge":
        await staff.send("POST", `${place}/merge`, { into: idAt(a + 1) });
        break;
      case "batch": {
        const create = (path: Step["path"]) => ({
          action: "create",
          resource: path,
          data: fieldsOf({ ...one, path }, model),
        });
        const update = { action: "update", resource: one.path, id: idAt(a), data: fieldsOf(one, model), sources };
        const changes = [...modelledPaths.map(create), ...(b % 2 === 0 ? [update] : [])];
        await staff.send("POST", "changes", { changes });
        break;
      }
      case "forget deletions":
        await forgetDeletions(service.infrastructure.database, -1);
        break;
      case "plain SQL":
        // The database refuses some of them.
        await sql(...statementOf(b, table, idAt(a), one.text)).catch(() => undefined);
        break;
    }
    return "unknown";
  }

  /** One write of one record, alone or in a list of changes, whose outcome the model foretells. */
  async function write(one: Step, model: RecordsModel): Promise<Outcome> {
    const { does, path, picks, isList, isCascade } = one;
    const own = model.all(path);
    const held = own[picks[0] % (own.length + 1)];
    const id = held?.id ?? "nothing-is-called-so";
    const place = `${path}/${encodeURIComponent(id)}`;
    const fields = fieldsOf(one, model);
    const data =
      does === "create"
        ? fields
        : Object.fromEntries(Object.entries(fields).filter((_, index) => (index + picks[0]) % 3 !== 0));
    let tag: string | undefined;
    if (does !== "create" && held && one.match !== "none") {
      const { etag } = await staff.send("GET", place, undefined, { "accept-encoding": "identity" });
      tag = one.match === "current" ? etag : `"x${etag.slice(1)}`;
    }

    const alone = async () => {
      const headers: Record<string, string> = tag === undefined ? {} : { "if-match": tag };
      if (does === "create") return staff.send("POST", path, data);
      if (does === "update") return staff.send("PUT", place, data, headers);
      return staff.send("DELETE", `${place}${isCascade ? "?cascade=true" : ""}`, undefined, headers);
    };
    const named = does === "create" ? {} : { id, if_match: tag };
    const change = {
      action: does,
      resource: path,
      ...named,
      ...(does === "delete" ? { cascade: isCascade } : { data }),
    };
    const { status, body } = isList ? await staff.send("POST", "changes", { changes: [change] }) : await alone();
    const made = isList ? (body["changes"] as ModelRecord[] | undefined)?.[0] : body;

    const before = new RecordsModel(model);
    const isCurrent = one.match !== "stale" || !held;
    if (!model.isForetelling) return "unknown";
    const expected =
      does === "create"
        ? model.create(path, data, status < 300 && made ? made.id : "refused")
        : does === "update"
          ? model.update(path, id, data, isCurrent)
          : model.remove(path, id, { isCascade, isCurrent });
    // An unknown id in a list is invalid like any other field.
    const inList: Record<number, number> = { 201: 200, 404: 400 };
    const code = (isList && inList[expected.status]) || expected.status;
    expect([does, path, id, data, status]).toEqual([does, path, id, data, code]);
    if (!expected.record) return "refused";
    if (!isList) expect(body).toEqual(expected.record);
    return JSON.stringify(before.sorted()) === JSON.stringify(model.sorted()) ? "unchanged" : "changed";
  }

  test("at once, with the same ETag: one is done, the others are 412 or 404, and the winner's is what is there", async () => {
    const write = fc.record({ bio: fc.string({ unit: "grapheme-ascii", maxLength: 5 }), isDeletion: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(write, { minLength: 2, maxLength: 6 }), async (wanted) => {
        const made = await staff.send("POST", "people", { name: "Contested" });
        const place = `people/${made.body.id}`;
        const match = { "if-match": made.etag };

        // Each record differs, so that a tag matches only one.
        const answers = await Promise.all(
          wanted.map(({ bio, isDeletion }, index) =>
            isDeletion
              ? staff.send("DELETE", place, undefined, match)
              : staff.send("PUT", place, { bio: `${index} ${bio}` }, match),
          ),
        );

        const won = answers.findIndex(({ status }) => status === 200);
        const isGone = wanted[won]?.isDeletion;
        const lost = answers.filter((_, index) => index !== won).map(({ status }) => status);
        expect([won >= 0, lost.every((status) => status === 412 || (isGone && status === 404))]).toEqual([true, true]);
        const read = await second.get(`/api/${place}`);
        expect(isGone ? read.status : await read.json()).toEqual(isGone ? 404 : answers[won]?.body);
      }),
      runOptions(races, 200),
    );
  });

  test("at once, without one: answers and end are those of some order", async () => {
    const field = fc.constantFrom("name", "description", "type");
    const change = fc.tuple(field, fc.constantFrom("play", "comedy", "drama"));
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 2, maxLength: 4 }), fc.boolean(), async (changes, isDeleted) => {
        const { body: start } = await staff.send("POST", "shows", { name: "Contested", type: "musical" });
        const place = `shows/${start.id}`;
        const wanted = [...changes.map(([name, value]) => ({ [name]: value })), ...(isDeleted ? [null] : [])];

        const answers = await Promise.all(
          wanted.map((fields) => (fields ? staff.send("PUT", place, fields) : staff.send("DELETE", place))),
        );

        const read = await second.get(`/api/${place}`);
        const end = read.status === 200 ? ((await read.json()) as ModelRecord) : undefined;
        const told = answers.map(({ status, body }) => (status === 200 ? body : status));
        const explanations = orders(wanted.length).map((order) => {
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
          return [answered, model.find("shows", start.id)];
        });
        expect(explanations).toContainEqual([told, end]);
      }),
      runOptions(races, 200),
    );
  });

  test(
    `at once on two instances and in plain SQL, ${rounds} times: copies that follow meanwhile have what the lists have`,
    { tags: ["full"], timeout: (10 + rounds) * 20_000 },
    async () => {
      await sql("TRUNCATE shows, theatres, people, productions, roles, cast_members CASCADE");
      const copies = [2, 5, 50, 500].map((limit) => new UpdatesReader(`?limit=${limit}`));
      for (let round = 0; round < rounds; round += 1) {
        await Promise.all([
          ...copies.map(async (copy) => {
            for (let times = 0; times < 3; times += 1) await copy.catchUp(...instances);
          }),
          ...Array.from({ length: 8 }, (_, writer) => writeInRound(round, writer)),
        ]);
        const everything = await readEverything(round % 2 === 0 ? service : second);
        for (const copy of copies) {
          await copy.catchUp(second);
          expect(copy.copy).toEqual(everything);
        }
      }
      // Each copy has seen an empty page, so that nothing is left but that nothing has changed.
      for (const copy of copies) await copy.catchUp(second);
      expect(copies.every(({ unchanged }) => unchanged > 0)).toBe(true);
    },
  );

  /** Creates, changes and deletes a person, while the others do the same. */
  async function writeInRound(round: number, writer: number): Promise<void> {
    const name = `Round ${round} Writer ${writer}`;
    const { body: person } = await staff.send("POST", "people", { name });
    await staff.send("PUT", `people/${person.id}`, { bio: name });
    if (writer === 0) await untilDone("UPDATE people SET image = 'https://example.com/a.jpg' WHERE id = $1", person.id);
    if (writer === 1) await staff.send("PUT", `people/${person.id}/sources`, { verified: true });
    if (writer === 2) await staff.send("POST", `activity/${(await staff.activity(1))[0]?.id}/revert`);
    if (writer === 3) await untilDone("DELETE FROM people WHERE name LIKE '% Writer 3' AND id <> $1", person.id);
    // So that the tables stay small.
    if (writer > 3) await staff.send("DELETE", `people/${person.id}`);
  }

  /** PostgreSQL may end a statement that waits for a write which waits for it. It is sent again, as a person would. */
  async function untilDone(statement: string, id: string): Promise<void> {
    await sql(statement, [id]).catch((error: Error) => {
      expect(error.message).toContain("deadlock detected");
      return untilDone(statement, id);
    });
  }

  test("are served at once by their own process, in the record and in the list, while the database can't count requests", async () => {
    vi.spyOn(log, "error").mockImplementation(() => undefined);
    await service.get("/api/people");
    await sql("ALTER TABLE daily_usage RENAME TO daily_usage_away");

    for (let round = 1; round <= 5; round += 1) {
      const name = `Written in round ${round}`;
      const { status, body } = await staff.send("POST", "people", { name });
      const listed = (await (await service.get("/api/people")).json()) as { name: string }[];

      expect([status, (await service.get(`/api/people/${body.id}`)).status]).toEqual([201, 200]);
      expect(listed.map((person) => person.name)).toContain(name);
    }
    expect(service.infrastructure.isLimitStoreReachable()).toBe(false);
    await sql("ALTER TABLE daily_usage_away RENAME TO daily_usage");
    vi.restoreAllMocks();
  });
});

/** All records, as a model; it foretells writes where no details refer to a record. */
function recordsIn(catalogue: Catalogue): RecordsModel {
  const model = new RecordsModel();
  for (const path of modelledPaths)
    for (const { record, details } of catalogue.list(path)) {
      model.hold(path, record);
      const { covers, transfer_of } = details as { covers?: unknown[]; transfer_of?: string | null };
      if (covers?.length || transfer_of) model.isForetelling = false;
    }
  return model;
}

function detailsOf({ path, picks: [a, b], text }: Step, model: RecordsModel): object {
  if (path === "productions") return { transfer_of: model.all(path)[b % 3]?.id ?? null, running_minutes: 60 + b };
  if (path !== "cast-members") return { aliases: [{ name: text, kind: "also" }] };
  const engagements = a % 2 === 0 ? [{ from: "2020-01-05", to: b % 2 === 0 ? "2027-01-08" : null }] : [];
  const role = model.all("roles")[b % 5];
  return { engagements, covers: role ? [{ role_id: role.id }] : [] };
}

function statementOf(choice: number, table: string, id: string, text: string): [string, unknown[]?] {
  const statements: [string, unknown[]?][] = [
    ["UPDATE people SET name = name || $1 WHERE id > $2", [text, id]],
    ["INSERT INTO people (id, name) SELECT $1 || n, 'Person ' || n FROM generate_series(1, 40) AS n", [`${id}-sql-`]],
    [`DELETE FROM ${table} WHERE id = $1`, [id]],
    [`UPDATE ${table} SET id = id || $2 WHERE id = $1`, [id, `~${text}`]],
    [`UPDATE ${table} SET id = id`],
    [`TRUNCATE ${table} CASCADE`],
    ["TRUNCATE cast_members"],
    [
      "INSERT INTO people (id, name) SELECT $1 || n, 'One of ' || n FROM generate_series(1, 2500) AS n",
      [`${id}-many-`],
    ],
  ];
  return statements[choice % statements.length] ?? expect.fail();
}

/** What is computed from several resources, and kept while its inputs are the same. */
function casts(read: Parameters<Parameters<DerivedValues["get"]>[1]>[0]): unknown {
  return [...read.list("productions")].map(({ id, record }) => [
    id,
    read.row("theatres", String(record["theatre_id"]))?.record["name"],
    read.where("cast-members", "production_id", id).map((row) => row.embedded),
  ]);
}

function orders(length: number): number[][] {
  if (length === 0) return [[]];
  return orders(length - 1).flatMap((order) =>
    Array.from({ length }, (_, index) => [...order.slice(0, index), length - 1, ...order.slice(index)]),
  );
}

/** Everything that can be read from a catalogue, so that two of them can be compared: bytes, tags, order and references. */
async function catalogueStateOf(catalogue: Catalogue): Promise<Record<string, unknown>> {
  const state: Record<string, unknown> = {};
  for (const definition of catalogueDefinitions()) {
    const { path } = definition;
    const list = catalogue.list(path);
    const rows = [...list];
    const body = await ListBody.of(list);
    state[path] = {
      rows: rows.map((row) => ({ ...row, entry: entryText(row), isFound: catalogue.row(path, row.id) === row })),
      count: list.count,
      cuts: list.pieces.map((piece) => piece.rows.length),
      bytes: (await body.bytes("identity")).toString(),
      tag: body.etag("identity"),
      buckets: indexedFields(definition).flatMap((field) =>
        [...new Set(rows.flatMap((row) => valuesOf(definition, row, field)))]
          .sort()
          .map((value) => [field, value, catalogue.where(path, field, value).map(({ id }) => id)]),
      ),
    };
  }
  return state;
}
