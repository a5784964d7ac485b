import { describe, expect, test } from "vitest";
import { formatDay } from "../../core/date-words.browser.ts";
import { dayInLondon } from "../../core/dates.ts";
import { fastestDatabase } from "../../../test/databases.ts";
import { useService } from "../../../test/service.ts";
import { useStaff } from "../../../test/signed-in.ts";
import { changesResult } from "./schema.browser.ts";

describe("what a change would do, the API says", () => {
  const service = useService(fastestDatabase);
  const staff = useStaff(service);
  let n = 0;

  const send = (changes: object[], isDryRun = false) => staff.send("POST", "changes", { dry_run: isDryRun, changes });
  const make = async (...changes: object[]) => changesResult.parse((await send(changes)).body);
  const plan = async (change: object) => changesResult.parse((await send([change], true)).body).changes[0];
  const update = (resource: string, id: string, data: object, more: object = {}) => ({
    ...{ action: "update", resource, id, data },
    ...more,
  });
  const refusal = async (change: object) => {
    const { status, body } = await send([change]);
    return [status, body["issues"]];
  };

  /** A production of 2024 with one player of its one role and one who covers it; all ids begin alike. */
  async function newRun() {
    const id = `planned-${(n += 1)}`;
    const create = (resource: string, own: string, data: object, details?: object) => ({
      ...{ action: "create", resource, id: own, data },
      ...(details && { details }),
    });
    const member = (person: string, role_id: string | null, details: object) =>
      create(
        "cast-members",
        `${id}--${person}`,
        { person_id: `${id}-${person}`, production_id: id, role_id, role_type: role_id ? "principal" : "swing" },
        details,
      );
    const run = { show_id: `${id}-show`, theatre_id: "palace", opening_date: "2024-03-01", closing_date: "2099-12-05" };
    await make(
      create("shows", `${id}-show`, { name: `The Pier ${n}`, type: "play" }),
      create("productions", id, run),
      create("people", `${id}-ada`, { name: "Ada Quill" }),
      create("people", `${id}-ben`, { name: "Ben Oke" }),
      create("roles", `${id}-nell`, { name: "Nell", production_id: id }),
      member("ada", `${id}-nell`, { engagements: [{ from: "2024-03", to: "2099-11-28" }] }),
      member("ben", null, { engagements: [{ from: "2099-09-01" }], covers: [{ role_id: `${id}-nell` }] }),
    );
    return { id, show: `The Pier ${n}` };
  }

  test("what the record is called, and what differs, in words", async () => {
    const { id, show } = await newRun();

    expect(await plan(update("productions", id, { closing_date: null, theatre_id: "lyric" }))).toMatchObject({
      label: `${show}, Lyric Theatre, 2024`,
      differences: [
        { field: "theatre_id", label: "Theatre", before: "Palace Theatre", after: "Lyric Theatre" },
        { field: "closing_date", label: "Closes", before: "5 Dec 2099", after: null },
      ],
      references: [],
      offers: [],
    });
    const engagements = [{ from: "2024-03", to: "2025-01-04", ended: true, note: "Until Christmas" }];
    const sources = [{ field: "role_type", name: "Programme", kind: "programme", read_on: "2024-03-02" }];
    const member = update(
      "cast-members",
      `${id}--ada`,
      { billing_order: 1_200 },
      { details: { engagements }, sources },
    );
    expect(await plan(member)).toMatchObject({
      label: `Ada Quill as Nell in ${show}, 2024`,
      differences: [
        { field: "billing_order", label: "Billing", before: null, after: "1,200" },
        {
          field: "details.engagements",
          label: "Engagements",
          before: "Mar 2024 – 28 Nov 2099",
          after: "Mar 2024 – 4 Jan 2025 (ended, Until Christmas)",
        },
        {
          field: "sources.role_type",
          label: "Source of Type",
          before: null,
          after: "Programme (programme, read 2 Mar 2024)",
        },
      ],
    });
    const crew = { person_id: `${id}-ada`, production_id: id, job: "lighting-designer" };
    expect(await plan({ action: "create", resource: "crew-members", data: crew })).toMatchObject({
      label: `Ada Quill, lighting designer of ${show}, 2024`,
      differences: [{}, {}, { field: "job", label: "Job", before: null, after: "lighting designer" }],
    });
    expect(await plan({ action: "create", resource: "people", data: { name: "Cy Rand" } })).toMatchObject({
      label: "Cy Rand",
      differences: [{ field: "name", label: "Full name", before: null, after: "Cy Rand" }],
    });
    expect(await plan(update("people", "unknown-id", {}))).toMatchObject({ label: null, differences: [] });
  });

  test("what refers to a record that is to be deleted, covers included, and what a cascade does to it", async () => {
    const { id, show } = await newRun();
    const refused = { outcome: "refused", label: "Nell", differences: [] };
    const player = { resource: "cast-members", field: "role_id", counted_as: "cast-members", with_cascade: "deleted" };
    const cover = { resource: "cast-members", field: "covers", counted_as: "covers", with_cascade: "cleared" };

    expect(await plan({ action: "delete", resource: "roles", id: `${id}-nell` })).toMatchObject({
      ...refused,
      references: [
        { ...player, id: `${id}--ada`, label: `Ada Quill as Nell in ${show}, 2024` },
        { ...cover, id: `${id}--ben`, label: `Ben Oke in ${show}, 2024` },
      ],
    });
    const whole = await plan({ action: "delete", resource: "productions", id, cascade: true });
    expect([whole?.outcome, whole?.references?.map(({ resource }) => resource).sort()]).toEqual([
      "deleted",
      ["cast-members", "cast-members", "roles"],
    ]);
    const kept = await plan({ action: "delete", resource: "shows", id: `${id}-show` });
    expect(kept?.references).toMatchObject([{ resource: "productions", id, with_cascade: null }]);
  });

  test("a former name can be kept, is kept where that is accepted, and goes with the change", async () => {
    const { id, show } = await newRun();
    const today = dayInLondon(Date.now());
    const renamed = update("shows", `${id}-show`, { name: "The Jetty" });
    const text = `Keep “${show}” as another name, until ${formatDay(today)}`;
    const aliases = async () => (await staff.send("GET", `shows/${id}-show/details`)).body["aliases"];

    expect((await plan(renamed))?.offers).toEqual([{ id: "keep-former-name", text, default: true }]);
    expect((await plan(update("shows", `${id}-show`, { name: show.toUpperCase() })))?.offers).toEqual([]);
    const made = await make({ ...renamed, accept: ["keep-former-name"] });
    expect(await aliases()).toEqual([{ name: show, kind: "former", from: null, to: today }]);
    const again = update("shows", `${id}-show`, { name: show });
    expect((await plan({ ...again, details: { aliases: [{ name: "The Jetty", kind: "also" }] } }))?.offers).toEqual([]);
    expect((await staff.send("POST", `activity/${made.activity_id}/revert`)).status).toBe(200);
    expect([await aliases(), (await staff.send("GET", `shows/${id}-show`)).body["name"]]).toEqual([[], show]);
  });

  test("engagements can end with a run that closes earlier, and those that begin later can be removed", async () => {
    const { id } = await newRun();
    const closed = update("productions", id, { closing_date: "2099-08-29" });
    const ada = "End the engagement of Ada Quill with the run, on 29 Aug 2099";
    const ben = "Remove Ben Oke from the cast, listed as joining after 29 Aug 2099";
    const stints = async () => (await staff.send("GET", `cast-members/${id}--ada/details`)).body["engagements"];

    expect((await plan(closed))?.offers).toEqual([
      { id: "end-engagements", text: ada, default: true },
      { id: "remove-later-engagements", text: ben, default: false },
    ]);
    const made = await make({ ...closed, accept: ["end-engagements", "remove-later-engagements"] });
    expect(await stints()).toMatchObject([{ from: "2024-03", to: "2099-08-29" }]);
    expect((await staff.send("GET", `cast-members/${id}--ben`)).status).toBe(404);
    expect((await staff.send("POST", `activity/${made.activity_id}/revert`)).status).toBe(200);
    expect(await stints()).toMatchObject([{ from: "2024-03", to: "2099-11-28" }]);
    expect((await staff.send("GET", `cast-members/${id}--ben/details`)).body["covers"]).toHaveLength(1);
    await make(closed);
    expect(await stints()).toMatchObject([{ to: "2099-11-28" }]);
  });

  test("an offer that the change does not make is refused by its path, and so is an unknown field that is expected", async () => {
    const { id } = await newRun();
    const role = (more: object) => update("roles", `${id}-nell`, { name: "Nelly" }, more);

    expect(await refusal(role({ accept: ["keep-former-name", "end-engagements"] }))).toEqual([
      400,
      [{ path: "changes.0.accept.1", message: "is not an offer of this change" }],
    ]);
    expect(await refusal(role({ expect: { name: "Nell", age: 7, aliases: [] } }))).toEqual([
      400,
      ["age", "aliases"].map((name) => ({ path: `changes.0.expect.${name}`, message: "is not a field of the record" })),
    ]);
    expect(await refusal({ ...role({}), action: "create", expect: { name: "Nell" } })).toMatchObject([
      400,
      [{ path: "changes.0.expect" }],
    ]);
  });

  test("a record that is not as expected is refused as by If-Match, with what is there now", async () => {
    const { id } = await newRun();
    const expected = (closing_date: string | null, more: object = { data: { closing_date: null } }) => ({
      ...{ action: "update", resource: "productions", id, expect: { closing_date } },
      ...more,
    });
    const issue = {
      path: "changes.0.expect.closing_date",
      message: 'was changed since you read it: it is now "2099-12-05"',
      now: "2099-12-05",
    };

    expect(await refusal(expected("2099-12-06"))).toEqual([412, [issue]]);
    expect(await refusal(expected("2099-12-06", { action: "delete", cascade: true }))).toEqual([412, [issue]]);
    const untouched = await send([expected("2099-12-05"), update("people", `${id}-ada`, {}, { expect: { bio: "" } })]);
    expect([untouched.status, untouched.body["issues"]]).toMatchObject([
      412,
      [{ path: "changes.1.expect.bio", now: null }],
    ]);
    expect((await make(expected("2099-12-05"))).counts.changed).toBe(1);
    expect((await plan(expected("2099-12-05")))?.issues).toEqual([
      { ...issue, path: "expect.closing_date", message: "was changed since you read it: it is now null", now: null },
    ]);
  });
});
