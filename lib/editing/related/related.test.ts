import { expect, test } from "vitest";
import { fastestDatabase } from "../../../test/databases.ts";
import { useService } from "../../../test/service.ts";
import { useStaff } from "../../../test/signed-in.ts";
import { shapes } from "../../resources/shapes.ts";
import type { RelatedRecords } from "./schema.browser.ts";

const service = useService(fastestDatabase, { now: () => Date.parse("2026-11-23T12:00:00Z") });
const staff = useStaff(service);

const relatedTo = async (path: string) =>
  (await staff.send("GET", `${path}/related`)).body as unknown as RelatedRecords[];
const groupsOf = async (path: string, title: string) =>
  ((await relatedTo(path)).find((one) => one.title === title) ?? expect.fail(`Nothing is called ${title}.`)).groups;
const create = async (path: string, data: object) => String((await staff.send("POST", path, data)).body["id"]);

test("a record says what refers to it without its own name, with dates, choices and optional references in words", async () => {
  const show = await create("shows", { name: "Related", type: "play" });
  const theatre = await create("theatres", { name: "Related House", lat: 51.5, lng: -0.1, current_show_id: show });
  const run = { show_id: show, theatre_id: theatre };
  const running = await create("productions", { ...run, opening_date: "2026-09-03", closing_date: null });
  const past = await create("productions", { ...run, opening_date: "2020-09-03", closing_date: "2021-01-04" });
  const coming = await create("productions", { ...run, opening_date: "2026-11-24", closing_date: null });
  const person = await create("people", { name: "Zoë Related" });
  const role = await create("roles", { name: "Burr", production_id: running });
  const member = {
    person_id: person,
    production_id: running,
    role_id: role,
    role_type: "standby",
    billing_order: 2,
  };
  const credit = await create("cast-members", member);

  expect(await relatedTo(`shows/${show}`)).toEqual([
    {
      ...{ resource: "productions", field: "show_id", title: "Productions", count: 3 },
      groups: [
        { title: "Running now", records: [{ id: running, label: "Related House", notes: ["from 3 Sept 2026"] }] },
        { title: "Upcoming", records: [{ id: coming, label: "Related House", notes: ["from 24 Nov 2026"] }] },
        { title: "Past", records: [{ id: past, label: "Related House", notes: ["3 Sept 2020 – 4 Jan 2021"] }] },
      ],
    },
    {
      ...{ resource: "theatres", field: "current_show_id", title: "Playing at", count: 1 },
      groups: [{ title: null, records: [{ id: theatre, label: "Related House", notes: [] }] }],
    },
  ]);
  expect(await groupsOf(`people/${person}`, "Credits")).toEqual([
    {
      title: "Running now",
      records: [{ id: credit, label: "Related, Related House, 2026", notes: ["Burr", "standby"] }],
    },
  ]);
  // A role's player is in the role's production.
  const player = { id: credit, label: "Zoë Related", notes: ["standby"] };
  expect(await groupsOf(`roles/${role}`, "Players")).toEqual([{ title: "Running now", records: [player] }]);
});

test("a new record that refers to one begins with what both have in common", () => {
  const sharedBy = (path: keyof typeof shapes) =>
    Object.fromEntries(shapes[path].referrers.map(({ path: from, field, shared }) => [`${from}.${field}`, shared]));

  expect(sharedBy("roles")).toEqual({ "cast-members.role_id": ["production_id"] });
  // A theatre exists without a show, and is not added for one.
  expect(sharedBy("shows")).toEqual({ "productions.show_id": [], "theatres.current_show_id": null });
});
