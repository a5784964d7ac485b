import { describe, expect, test } from "vitest";
import { resources } from "../resources/resources.ts";
import { databaseKinds } from "../../test/databases.ts";
import { useService } from "../../test/service.ts";
import { useStaff } from "../../test/staff-client.ts";

const settings = { PUBLIC_DAILY_LIMIT: "100000", ACCOUNT_DAILY_LIMIT: "100000" };
const source = { field: null, name: "The Stage", url: null, kind: "press", read_on: null, note: null };
/** A change of the details of each resource. */
const changes: Record<string, object> = {
  roles: { aliases: [{ name: "Another name", kind: "also" }] },
  productions: { running_minutes: 149, age_from: 8, external_ids: { wikidata: "Q42" } },
  "cast-members": { engagements: [{ from: "2024", note: "Known from the programme" }] },
};
const usual = { aliases: [{ name: "Another name", kind: "also" }], external_ids: { wikidata: "Q42" } };

describe.each(databaseKinds)("after a change of details and sources of all resources (%s)", (databaseKind) => {
  const service = useService(databaseKind, { settings });
  const staff = useStaff(service);

  const firstOf = async (path: string) => {
    const [first] = (await (await service.get(`/api/${path}`)).json()) as [Record<string, string>];
    return first;
  };
  /** The body in bytes, with the headers that describe it. */
  const bytesOf = async (path: string, headers: Record<string, string> = {}) => {
    const response = await service.get(path, { headers });
    const described = ["etag", "content-type", "content-length", "content-encoding", "cache-control"];
    return {
      status: response.status,
      headers: described.map((name) => response.headers.get(name)),
      body: Buffer.from(await response.arrayBuffer()).toString("base64"),
    };
  };

  test("every read of §4 has the same bytes and the same entity tag", async () => {
    const detailed = resources.filter(({ details }) => details !== null);
    const firsts = await Promise.all(detailed.map(async ({ path }) => [path, await firstOf(path)] as const));
    const { person_id, production_id } = Object.fromEntries(firsts)["cast-members"] ?? {};
    const { theatre_id, show_id } = Object.fromEntries(firsts)["productions"] ?? {};
    const reads = [
      ...firsts.flatMap(([path, { id }]) => [`/api/${path}`, `/api/${path}/${id}`]),
      `/api/productions?theatre_id=${theatre_id}&show_id=${show_id}`,
      `/api/cast-members?person_id=${person_id}&production_id=${production_id}`,
      `/api/roles?production_id=${production_id}`,
    ];
    const readAll = async () => {
      const seen = [];
      const codings: Record<string, string>[] = [{}, { "Accept-Encoding": "gzip" }];
      for (const path of reads) for (const headers of codings) seen.push([path, await bytesOf(path, headers)]);
      return seen;
    };
    const before = await readAll();

    for (const [path, { id }] of firsts) {
      for (const [part, body] of [
        ["details", changes[path] ?? usual],
        ["sources", { sources: [source], verified: true }],
      ] as const) {
        const earlier = await bytesOf(`/api/${path}/${id}/${part}`);
        expect((await staff.send("PUT", `${path}/${id}/${part}`, body)).status, path).toBe(200);
        expect((await bytesOf(`/api/${path}/${id}/${part}`)).headers[0]).not.toBe(earlier.headers[0]);
      }
    }

    expect(await readAll()).toEqual(before);
    for (const [path, answer] of before as [string, { headers: (string | null)[] }][])
      expect(await bytesOf(path, { "If-None-Match": answer.headers[0] ?? "" }), path).toMatchObject({ status: 304 });
  });
});
