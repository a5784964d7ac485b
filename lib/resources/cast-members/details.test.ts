import { describe, expect, test } from "vitest";
import { databaseKinds } from "../../../test/databases.ts";
import { useService } from "../../../test/service.ts";
import { useStaff } from "../../../test/staff-client.ts";

const day = 86_400_000;
const settings = { PUBLIC_DAILY_LIMIT: "100000", ACCOUNT_DAILY_LIMIT: "100000" };

describe.each(databaseKinds)("engagements and covers (%s)", (databaseKind) => {
  let now = Date.parse("2026-11-23T12:00:00Z");
  let n = 0;

  const service = useService(databaseKind, { settings, now: () => now });
  const staff = useStaff(service);

  const read = async (path: string) => (await (await service.get(`/api/${path}`)).json()) as Record<string, unknown>;
  const create = async (path: string, body: object) => (await staff.send("POST", path, body)).body;
  const put = (path: string, body: unknown) => staff.send("PUT", path, body);
  const pathsOf = ({ body }: { body: Record<string, unknown> }) =>
    ((body["issues"] ?? []) as { path: string }[]).map(({ path }) => path);
  const undo = async () => staff.send("POST", `activity/${(await staff.activity(1))[0]?.id}/revert`);

  /** A run of its own, with two roles and a member of its cast. */
  async function makeRun() {
    const production = await create("productions", {
      show_id: "hamilton",
      theatre_id: "palace",
      opening_date: "2025-03-10",
    });
    const [lead, other] = [
      await create("roles", { name: "The Lead", production_id: production.id }),
      await create("roles", { name: "Another", production_id: production.id }),
    ];
    const person = await create("people", { name: `Person ${(n += 1)}` });
    const member = await create("cast-members", {
      person_id: person.id,
      production_id: production.id,
      role_type: "ensemble",
    });
    return { production, lead, other, person, member, place: `cast-members/${member.id}/details` };
  }

  test("engagements are sent in any order and returned in order; the day decides whether they are over", async () => {
    const { place } = await makeRun();

    const written = await put(place, {
      engagements: [
        { from: "2026-09", to: "2026-11-23" },
        { to: "2025-08", note: "Left early." },
      ],
    });

    const engagements = [
      { from: null, to: "2025-08", ended: true, note: "Left early." },
      { from: "2026-09", to: "2026-11-23", ended: false, note: null },
    ];
    expect([written.status, written.body["engagements"]]).toEqual([200, engagements]);
    expect((await read(place))["engagements"]).toEqual(engagements);
    const tag = (await service.get(`/api/${place}`)).headers.get("etag") ?? "";
    now += day;
    const tomorrow = await service.get(`/api/${place}`, { headers: { "If-None-Match": tag } });
    expect([tomorrow.status, ((await tomorrow.json()) as { engagements: object[] }).engagements[1]]).toEqual([
      200,
      { ...engagements[1], ended: true },
    ]);
    now -= day;
  });

  test("engagements that can't be true are refused with their paths", async () => {
    const { place } = await makeRun();
    const refused = async (engagements: unknown[]) => {
      const { status, body } = await put(place, { engagements });
      return [status, ...pathsOf({ body })];
    };

    expect(await refused([{ from: "2026-05", to: "2026-04" }])).toEqual([400, "engagements.0.to"]);
    expect(await refused([{ to: "2025-03-09" }])).toEqual([400, "engagements.0.to"]);
    expect(await refused([{ to: "2026-11-24", ended: true }])).toEqual([400, "engagements.0.ended"]);
    expect(await refused([{ from: "2026" }, { from: "2025-05", to: "2027" }])).toEqual([400, "engagements.1"]);
    // They share one day; the day after would be the first that does not.
    expect(await refused([{ from: "2025-05", to: "2025-06-01" }, { from: "2025-06-01" }])).toEqual([
      400,
      "engagements.1",
    ]);
    expect(await refused([{ from: "soon", ended: "yes", x: 1, note: 5 }])).toEqual([
      400,
      "engagements.0.from",
      "engagements.0.ended",
      "engagements.0.note",
      "engagements.0.x",
    ]);
  });

  test("covers are roles of the same production, each once", async () => {
    const { place, lead, other } = await makeRun();
    const foreign = "les-miserables-barbican-1985--jean-valjean";

    const written = await put(place, { covers: [{ role_id: other.id, call_order: 2 }, { role_id: lead.id }] });
    expect([written.status, written.body["covers"]]).toEqual([
      200,
      [
        { role_id: other.id, call_order: 2 },
        { role_id: lead.id, call_order: null },
      ],
    ]);
    for (const [covers, path] of [
      [[{ role_id: lead.id }, { role_id: lead.id }], "covers.1.role_id"],
      [[{ role_id: foreign }], "covers.0.role_id"],
      [[{ role_id: "nothing" }], "covers.0.role_id"],
      [[{ role_id: lead.id, call_order: 21 }], "covers.0.call_order"],
      [[{ call_order: 1 }], "covers.0.role_id"],
    ] as const) {
      const refused = await put(place, { covers });
      expect([refused.status, pathsOf(refused)]).toEqual([400, [path]]);
    }
    expect((await read(place))["covers"]).toEqual(written.body["covers"]);
  });

  test("a covered role is deleted only with a cascade, which takes the cover with it and is undone as one", async () => {
    const { place, lead, other, production } = await makeRun();
    await put(place, { covers: [{ role_id: other.id }, { role_id: lead.id }] });

    const refused = await staff.send("DELETE", `roles/${lead.id}`);
    expect([refused.status, refused.body["references"]]).toEqual([409, { covers: 1 }]);
    expect((await staff.send("DELETE", `roles/${lead.id}?cascade=true`)).status).toBe(200);
    expect((await read(place))["covers"]).toEqual([{ role_id: other.id, call_order: null }]);
    expect((await undo()).status).toBe(200);
    expect((await read(place))["covers"]).toHaveLength(2);
    expect((await staff.send("DELETE", `productions/${production.id}?cascade=true`)).status).toBe(200);
    expect((await undo()).status).toBe(200);
    expect((await read(place))["covers"]).toHaveLength(2);
  });

  test("a covered role and a cast member with covers stay in their production", async () => {
    const { place, lead, member } = await makeRun();
    const { production: elsewhere } = await makeRun();
    await put(place, { covers: [{ role_id: lead.id }] });

    const role = await put(`roles/${lead.id}`, { production_id: elsewhere.id });
    expect([role.status, role.body["references"]]).toEqual([409, { covers: 1 }]);
    const moved = await put(`cast-members/${member.id}`, { production_id: elsewhere.id });
    expect([moved.status, pathsOf(moved)]).toEqual([400, ["production_id"]]);
    await put(place, { covers: [] });
    expect((await put(`cast-members/${member.id}`, { production_id: elsewhere.id })).status).toBe(200);
  });

  test("a person's cast members come back with their engagements and covers", async () => {
    const { place, lead, person } = await makeRun();
    const { body } = await put(place, { engagements: [{ from: "2025-04" }], covers: [{ role_id: lead.id }] });

    expect((await staff.send("DELETE", `people/${person.id}?cascade=true`)).status).toBe(200);
    expect((await service.get(`/api/${place}`)).status).toBe(404);
    expect((await undo()).status).toBe(200);

    expect(await read(place)).toEqual(body);
  });

  test("undoing the creation of a role that has a cover since is 409", async () => {
    const { production, place } = await makeRun();
    const late = await create("roles", { name: "A late role", production_id: production.id });
    const [made] = await staff.activity(1);
    await put(place, { covers: [{ role_id: late.id }] });

    expect((await staff.send("POST", `activity/${made?.id}/revert`)).status).toBe(409);
    expect((await service.get(`/api/roles/${late.id}`)).status).toBe(200);
  });

  test("a batch changes a whole cast: who leaves, who joins", async () => {
    const { member, production, lead, place } = await makeRun();
    const joiner = await create("people", { name: `Joiner ${n}` });
    await put(place, { engagements: [{ from: "2025-04" }] });
    const changes = [
      {
        action: "update",
        resource: "cast-members",
        id: member.id,
        details: { engagements: [{ from: "2025-04", to: "2026-11-28" }] },
      },
      {
        action: "create",
        resource: "cast-members",
        id: `joiner-${databaseKind}`,
        data: { person_id: joiner.id, production_id: production.id, role_type: "understudy" },
        details: { engagements: [{ from: "2026-11-30" }], covers: [{ role_id: lead.id, call_order: 1 }] },
      },
    ];

    expect((await staff.send("POST", "changes", { changes })).body["counts"]).toMatchObject({ created: 1, changed: 1 });
    expect(await read(`cast-members/joiner-${databaseKind}/details`)).toMatchObject({
      engagements: [{ from: "2026-11-30", to: null, ended: false, note: null }],
      covers: [{ role_id: lead.id, call_order: 1 }],
    });
    expect((await undo()).status).toBe(200);
    expect((await service.get(`/api/cast-members/joiner-${databaseKind}`)).status).toBe(404);
    expect((await read(place))["engagements"]).toMatchObject([{ to: null }]);
  });
});
