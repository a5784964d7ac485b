import { describe, expect, test } from "vitest";
import { DerivedValues } from "../../catalogue/derived.ts";
import type { Infrastructure } from "../../infrastructure.ts";
import { askSearch } from "../../../test/search-questions.ts";
import { databaseKinds } from "../../../test/databases.ts";
import { useService } from "../../../test/service.ts";
import { useStaff } from "../../../test/signed-in.ts";
import { searchedResources } from "./searched-resources.ts";

const noon = Date.parse("2026-11-23T12:00:00Z");

const sortable = "sort by fields of the record, with - for descending:";
const schemed = "must be scheme:id, the scheme one of wikidata, isni, imdb, ibdb, musicbrainz, theatricalia";
const timed = "must be an ISO 8601 time with Z or an offset, such as 2026-11-01T09:00:00Z";

type Found = Record<string, unknown> & { id: string; name: string };

describe.each(databaseKinds)("searches (%s)", (databaseKind) => {
  const service = useService(databaseKind, { now: () => noon });
  const staff = useStaff(service);

  const ask = async (path: string, headers: Record<string, string> = {}) => {
    const response = await service.get(`/api/${path}`, { headers });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: (text ? JSON.parse(text) : null) as unknown };
  };
  const find = async (path: string) => (await ask(`search/${path}`)).body as Found[];
  const issuesOf = async (path: string) => {
    const { status, body } = await ask(path);
    return [status, (body as { issues?: { path: string; message: string }[] }).issues];
  };

  test("the names of all resources: whole names, then beginnings, then the rest, then one wrong letter", async () => {
    for (const name of ["Zorba’s Øld Café", "Zorbas", "The Zorbas", "Zorbaz"])
      expect((await staff.send("POST", "shows", { name, type: "play" })).status).toBe(201);

    const { body } = await ask("search?q=zorbas");

    expect(body).toMatchObject({ q: "zorbas", theatres: [], people: [], roles: [] });
    const names = (body as { shows: Found[] }).shows.map(({ name }) => name);
    expect(names).toEqual(["Zorbas", "Zorba’s Øld Café", "The Zorbas", "Zorbaz"]);
    expect((body as { shows: Found[] }).shows[0]).toEqual((await ask("shows/zorbas")).body);
    expect(await ask("search?q=old-cafe%20ZORBA%27S")).toMatchObject({
      body: { shows: [{ name: "Zorba’s Øld Café" }] },
    });
    expect((await ask("search?q=zorbas&limit=1")).body).toMatchObject({ shows: [{ name: "Zorbas" }] });
    await staff.send("PUT", "shows/zorbaz", { name: "Renamed", type: "play" });
    expect((await find("shows?q=zorbaz")).map(({ name }) => name)).not.toContain("Renamed");
  });

  test("what changed since a time is found: records, details and what plain SQL changed", async () => {
    const { infrastructure } = service;
    const [{ id: detailed } = { id: "" }, { id: plain } = { id: "" }] = await find("people?limit=2&sort=-name");
    // The clock of the database, whose times these are.
    const [{ at } = { at: new Date() }] = await infrastructure.database.prisma.$queryRaw<{ at: Date }[]>`
      SELECT date_trunc('milliseconds', clock_timestamp()) + interval '1 millisecond' AS at`;
    const since = `people?updated_since=${at.toISOString()}&fields=id&sort=-name`;
    expect(await find(since)).toEqual([]);

    await staff.send("PUT", `people/${detailed}/details`, { external_ids: { ibdb: "77" } });
    expect(await find(since)).toEqual([{ id: detailed }]);

    await infrastructure.database.prisma.$executeRaw`UPDATE people SET bio = 'Changed by hand.' WHERE id = ${plain}`;
    expect(await find(since)).toEqual([{ id: detailed }, { id: plain }]);
  });

  test("the same question in another spelling has the same tag, and one without parameters that of the list", async () => {
    const same = [["search/people?q=ann&sort=name", "search/people?sort=name&q=an%6e"]];
    for (const { path } of searchedResources) same.push([`search/${path}`, path]);

    for (const paths of same) {
      const [one, other] = await Promise.all(paths.map(async (path) => (await ask(path)).headers.get("etag")));
      expect([paths, one]).toEqual([paths, other ?? expect.fail()]);
    }
  });

  test.each([
    ["search", "q", "is required"],
    ["search?q=", "q", "must have 1 to 100 characters"],
    ["search?q=%21%3F", "q", "must have a letter or a digit"],
    [`search?q=${"a".repeat(101)}`, "q", "must have 1 to 100 characters"],
    ["search?q=a&limit=51", "limit", "must be a whole number from 1 to 50"],
    ["search/shows?name=x", "name", "There is no such parameter."],
    ["search/shows?type=play&type=drama", "type", "must be given once"],
    ["search/shows?type=opera", "type", "must be one of musical, play, comedy, drama"],
    ["search/shows?show_id=", "show_id", "must be an id, or several separated by commas"],
    ["search/shows?show_id=a,,b", "show_id", "must be an id, or several separated by commas"],
    ["search/people?sort=age", "sort", `${sortable} id, -id, name, -name, bio, -bio, image, -image`],
    ["search/roles?fields=nam", "fields", "must be one of id, name, description, production_id"],
    ["search/roles?include=cast", "include", "must be one of details, sources"],
    ["search/people?running_on=2026-02-30", "running_on", "must be a valid date, YYYY-MM-DD"],
    ["search/theatres?radius=10", "radius", "needs the parameter near"],
    ["search/theatres?near=91,0", "near", "must be latitude,longitude in degrees, such as 51.5117,-0.1246"],
    ["search/theatres?near=51,0&radius=50001", "radius", "must be a whole number from 1 to 50000"],
    ["search/people?external_id=Q1", "external_id", schemed],
    ["search/people?updated_since=today", "updated_since", timed],
    ["search/people?sort=name,bio,name", "sort", "must have each value once"],
    ["search/people?sort=id,-id,name,-name,bio,-bio,image,-image,id", "sort", "must have at most 8 values"],
    ["search/people?fields=name,name", "fields", "must have each value once"],
    ["search/people?include=sources,details,sources", "include", "must have each value once"],
    ["search/shows?type=play,play", "type", "must have each value once"],
    ["search/shows?person_id=a,b,a", "person_id", "must have each value once"],
    [
      `search/shows?person_id=${Array.from({ length: 101 }, (_, n) => n).join()}`,
      "person_id",
      "must have at most 100 values",
    ],
    ["search/people?limit=101", "limit", "must be a whole number from 1 to 100"],
    ["search/people?cursor=abc", "cursor", "needs the parameter limit"],
    ["search/people?cursor=abc&limit=1", "cursor", "must be the cursor of a Link header"],
    ["search/people?count=about", "count", "must be exact"],
  ])("GET /api/%s is refused, and the message says what is allowed", async (path, parameter, message) => {
    expect(await issuesOf(path)).toEqual([400, [{ path: parameter, message }]]);
  });

  test("a cursor of another query, with another place or of a service with another secret is refused before any search", async () => {
    const path = "search/people?limit=1&sort=image";
    const cursorOf = async (infrastructure: Infrastructure, of = path) => {
      const { headers } = await askSearch(infrastructure, `/api/${of}`);
      return /cursor=([\w-]+)/.exec(headers?.["Link"] ?? "")?.[1] ?? expect.fail("There is no next page.");
    };
    const other = await cursorOf(service.infrastructure, "search/people?limit=1");
    const seal = Buffer.from(await cursorOf(service.infrastructure), "base64url").subarray(0, 12);
    const forged = Buffer.concat([seal, Buffer.from('["Zz","zz"]')]).toString("base64url");
    const { catalogue, computedReads } = service.infrastructure;
    const derived = new DerivedValues(catalogue, computedReads, () => noon);
    const foreign = await cursorOf({ ...service.infrastructure, derived, sessionSecret: "another secret" });

    const message = "belongs to another query: send the parameters of the first page with it";
    for (const cursor of [other, forged, foreign])
      expect(await issuesOf(`${path}&cursor=${cursor}`)).toEqual([400, [{ path: "cursor", message }]]);
    expect((await ask(`search/people?limit=7&cursor=${other}`)).status).toBe(200);
  });
});
