import { strFromU8, unzipSync } from "fflate";
import Papa from "papaparse";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import { resources } from "../../resources/resources.ts";
import { databaseKinds, databaseOfTest } from "../../../test/databases.ts";
import { startFaultProxy } from "../../../test/fault-proxy.ts";
import { freshAddress } from "../../../test/quota-helpers.ts";
import { highLimits, serveFrom, useService } from "../../../test/service.ts";
import { useStaff } from "../../../test/signed-in.ts";
import { until } from "../../../test/until.ts";

const DATA_LICENSE_URL = "https://example.com/licence";

interface Line extends Record<string, unknown> {
  id: string;
  details?: unknown;
}

describe.each(databaseKinds)("downloads (%s)", (databaseKind) => {
  let now = Date.now();

  const service = useService(databaseKind, { settings: { ...highLimits, DATA_LICENSE_URL }, now: () => now });
  const staff = useStaff(service);

  /** Five seconds later, when a file has every change (contract §17). */
  const download = (path: string, headers: Record<string, string> = {}) => {
    now += 5_000;
    return service.get(`/downloads/${path}`, { headers: { "X-Forwarded-For": freshAddress(), ...headers } });
  };
  const read = async <Body>(path: string) => (await (await service.get(`/api/${path}`)).json()) as Body;
  const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());
  const textIn = (files: Record<string, Uint8Array>, name: string) =>
    strFromU8(files[name] ?? expect.fail(`${name} is missing.`));

  test.each(resources.map((resource) => [resource.path, resource] as const))(
    "of %s have every record, in the list's order, with the record's fields and its details",
    async (path, { record, details }) => {
      const listed = await read<Line[]>(path);
      const ids = listed.map(({ id }) => id);
      const fields = Object.keys(record.shape);
      const csv = await download(`${path}.csv`);
      const ndjson = await download(`${path}.ndjson`);

      const { data } = Papa.parse<string[]>((await csv.text()).trimEnd());
      expect(data[0]).toEqual(fields);
      expect(data.slice(1).map(([id]) => id)).toEqual(ids);
      const lines = (await ndjson.text()).split("\n");
      expect(lines.pop()).toBe("");
      const records = lines.map((line) => JSON.parse(line) as Line);
      expect(records.map(({ id }) => id)).toEqual(ids);
      for (const first of records.slice(0, 1)) {
        expect(Object.keys(first)).toEqual([...fields, ...(details ? ["details"] : [])]);
        expect(first).toEqual({
          ...(await read<Line>(`${path}/${first.id}`)),
          ...(details && { details: await read(`${path}/${first.id}/details`) }),
        });
      }
      expect(csv.headers.get("content-type")).toBe("text/csv; charset=utf-8");
      expect(csv.headers.get("content-disposition")).toBe(`attachment; filename="${path}.csv"`);
      expect(ndjson.headers.get("content-type")).toBe("application/x-ndjson; charset=utf-8");
      expect(ndjson.headers.get("cache-control")).toBe("public, max-age=3600");
    },
  );

  test("hold no control character but line ends and no text that a spreadsheet would run, and one line a record for any reader of NDJSON", async () => {
    const broken = "A\r\nB\rC\tD\u0007\u007f\u0085\u2028E";
    const { body: made } = await staff.send("POST", "theatres", { name: "=1+1", lat: 51.5, lng: -0.12 });
    const { database } = service.infrastructure;
    // Others who share the service could not read it.
    onTestFinished(async () => void (await database.query("DELETE FROM theatres WHERE id = $1", [made.id])));
    await database.query("UPDATE theatres SET address = $1 WHERE id = $2", [broken, made.id]);

    const files = unzipSync(await bytesOf(await download("all.zip")));
    const [csv, ndjson] = [textIn(files, "theatres.csv"), textIn(files, "theatres.ndjson")];

    for (const text of [csv, ndjson]) expect(text).not.toMatch(/[\0-\x09\x0b\x0c\x0e-\x1f\x7f]|\r(?!\n)/);
    const { data } = Papa.parse<Record<string, string>>(csv.replace("\uFEFF", ""), { header: true });
    const cells = { name: "'=1+1", lng: "-0.12", address: "A\nB\nC D    E" };
    expect(data.find(({ id }) => id === made.id)).toMatchObject(cells);
    const lines = ndjson.trimEnd().split(/[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]/);
    expect(lines.map((line) => JSON.parse(line) as Line).find(({ id }) => id === made.id)?.["address"]).toBe(broken);
  });

  test("in one archive are the same files with the operator’s licence, for another program to open", async () => {
    const response = await download("all.zip", { "Accept-Encoding": "br, gzip" });

    expect(response.headers.get("content-type")).toBe("application/zip");
    expect(response.headers.has("content-encoding")).toBe(false);
    const files = unzipSync(await bytesOf(response));
    const names = resources.flatMap(({ path }) => [`${path}.csv`, `${path}.ndjson`]);
    expect(Object.keys(files)).toEqual(["README.txt", "LICENSE.txt", ...names]);
    for (const name of names)
      expect([name, Buffer.from(files[name] ?? []).equals(await bytesOf(await download(name)))]).toEqual([name, true]);
    for (const part of [DATA_LICENSE_URL, "© OpenStreetMap contributors"])
      expect(textIn(files, "LICENSE.txt")).toContain(part);
    expect(response.headers.get("link")).toBe(`<${DATA_LICENSE_URL}>; rel="license"`);
  });

  test("of more than a megabyte are served compressed, to HEAD, and as a 304, also after they were made again", async () => {
    const { database } = service.infrastructure;
    onTestFinished(async () => void (await database.query("DELETE FROM people WHERE id LIKE 'long-%'", [])));
    await database.query(
      "INSERT INTO people (id, name) SELECT 'long-' || n, 'Long' FROM generate_series(1, 250) n",
      [],
    );
    for (const letter of ["a", "b"]) {
      await database.query("UPDATE people SET bio = repeat($1, 5000) WHERE id LIKE 'long-%'", [letter]);

      const plain = await download("people.ndjson", { "Accept-Encoding": "identity" });
      const tag = plain.headers.get("etag") ?? expect.fail();
      const bytes = await bytesOf(plain);
      expect(bytes.includes(`"bio":"${letter.repeat(5000)}"`)).toBe(true);
      for (const coding of ["br", "gzip"]) {
        const coded = await download("people.ndjson", { "Accept-Encoding": coding });
        expect(coded.headers.get("content-encoding")).toBe(coding);
        expect(coded.headers.get("etag")).toBe(tag.replace(/"$/, `-${coding}"`));
        expect((await bytesOf(coded)).equals(bytes)).toBe(true);
      }
      const head = await service.get("/downloads/people.ndjson", { method: "HEAD" });
      expect([head.status, Number(head.headers.get("content-length")) > 0, await head.text()]).toEqual([200, true, ""]);
      expect((await download("people.ndjson", { "If-None-Match": tag })).status).toBe(304);
    }
  });

  test.each(["nothing.csv", "shows.json", "shows", "", "shows.csv/more", ".csv"])("%s is 404", async (path) => {
    const response = await download(path);

    expect([response.status, await response.json()]).toEqual([404, { error: "Not found" }]);
  });
});

test.skipIf(inject("postgresUrl") === null)(
  "while the database is away, a file that is kept is served, and any other is 503 with Retry-After",
  async () => {
    const settings = await databaseOfTest("server");
    const proxy = await startFaultProxy(settings["DATABASE_URL"] ?? "");
    onTestFinished(proxy.close);
    const service = await serveFrom({ ...highLimits, LOG_LEVEL: "silent", DATABASE_URL: proxy.url });
    onTestFinished(() => service.close());
    const ask = (path: string, headers: Record<string, string> = {}) =>
      service.get(path, { headers: { "X-Forwarded-For": freshAddress(), ...headers } });
    const kept = ["/downloads/shows.csv", "/feeds/shows/hamilton.ics"];
    const tags = await Promise.all(kept.map(async (path) => (await ask(path)).headers.get("etag")));

    await proxy.set("refuse");

    for (const [index, path] of kept.entries()) {
      expect((await ask(path)).status).toBe(200);
      expect((await ask(path, { "If-None-Match": `${tags[index]}` })).status).toBe(304);
    }
    for (const path of ["/downloads/people.csv", "/downloads/all.zip", "/feeds/west-end.ics"]) {
      const refused = await ask(path);
      expect([path, refused.status, refused.headers.get("retry-after")]).toEqual([path, 503, "5"]);
      expect(await refused.json()).toMatchObject({ error: "Service unavailable", message: expect.any(String) });
    }

    await proxy.set("none");
    await until("the database is back", async () => (await ask("/downloads/people.csv")).status === 200);
  },
);
