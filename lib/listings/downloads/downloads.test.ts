import { strFromU8, unzipSync } from "fflate";
import Papa from "papaparse";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import { resources } from "../../resources/resources.ts";
import { createTestDatabase, databaseKinds, fastestDatabase } from "../../../test/databases.ts";
import { startFaultProxy } from "../../../test/fault-proxy.ts";
import { freshAddress } from "../../../test/quota-helpers.ts";
import { sheetOfCsv } from "../../../test/read-sheet.ts";
import { serveFrom, startService, useService } from "../../../test/service.ts";
import { useStaff } from "../../../test/staff-client.ts";
import { until } from "../../../test/until.ts";

const settings = { CLIENT_ADDRESS: "forwarded:1", PUBLIC_DAILY_LIMIT: "1000", ACCOUNT_DAILY_LIMIT: "100000" };

interface Line extends Record<string, unknown> {
  id: string;
  details?: unknown;
}

describe.each(databaseKinds)("downloads (%s)", (databaseKind) => {
  let now = Date.now();

  const service = useService(databaseKind, { settings, now: () => now });
  const staff = useStaff(service);

  /** Five seconds later, when a file has every change (contract §17). */
  const download = (path: string, headers: Record<string, string> = {}) => {
    now += 5_000;
    return service.get(`/downloads/${path}`, { headers: { "X-Forwarded-For": freshAddress(), ...headers } });
  };
  const read = async <Body>(path: string) => (await (await service.get(`/api/${path}`)).json()) as Body;
  const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

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
      const text = await ndjson.text();
      expect(text).toMatch(/^$|\n$/);
      const lines = text.split("\n").slice(0, -1);
      const [first, ...others] = lines.map((line) => JSON.parse(line) as Line);
      expect([first, ...others].flatMap((line) => line?.id ?? [])).toEqual(ids);
      if (first) {
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

  test("guard text that a spreadsheet would run, leave numbers, and are read back as they were", async () => {
    const texts = ["=1+1", "+44 20 7946 0000", "-dash", "@handle", "'quoted", "plain"];
    for (const name of texts) {
      const { status } = await staff.send("POST", "theatres", { name, lat: 51.5, lng: -0.12 });
      expect(status).toBe(201);
    }

    const csv = await (await download("theatres.csv")).text();

    const { data } = Papa.parse<Record<string, string>>(csv.replace("\uFEFF", ""), { header: true });
    const cells = data.filter(({ name = "" }) => texts.includes(name.replace(/^'(?=[=+\-@])/, "")));
    expect(cells.map(({ name, lng }) => `${name} ${lng}`).toSorted()).toEqual([
      "'+44 20 7946 0000 -0.12",
      "'-dash -0.12",
      "'=1+1 -0.12",
      "'@handle -0.12",
      "'quoted -0.12",
      "plain -0.12",
    ]);
    const theatres = resources.find(({ path }) => path === "theatres");
    const sheet = theatres && sheetOfCsv(csv, theatres.record);
    expect(sheet?.problems).toEqual([]);
    expect(sheet?.rows.map(({ id, fields }) => ({ ...fields, id }))).toEqual(
      (await read<Line[]>("theatres")).map(({ id, ...fields }) => ({ ...fields, id })),
    );
  });

  test("hold no control character but line ends, and one line a record for any reader of NDJSON", async () => {
    const broken = "A\r\nB\rC\tD\u0007\u007f\u0085\u2028E";
    const { body: made } = await staff.send("POST", "theatres", { name: "To be broken" });
    const { database } = service.infrastructure;
    await database.query("UPDATE theatres SET address = $1 WHERE id = $2", [broken, made.id]);

    const files = unzipSync(await bytesOf(await download("all.zip")));
    const [csv = "", ndjson = ""] = ["theatres.csv", "theatres.ndjson"].map((name) =>
      strFromU8(files[name] ?? new Uint8Array()),
    );

    for (const text of [csv, ndjson]) expect(text).not.toMatch(/[\0-\x09\x0b\x0c\x0e-\x1f\x7f]|\r(?!\n)/);
    const { data } = Papa.parse<Record<string, string>>(csv.replace("\uFEFF", ""), { header: true });
    expect(data.find(({ id }) => id === made.id)?.["address"]).toBe("A\nB\nC D    E");
    const lines = ndjson.trimEnd().split(/[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]/);
    expect(lines.map((line) => JSON.parse(line) as Line).find(({ id }) => id === made.id)?.["address"]).toBe(broken);
  });

  test("in one archive are the same files with the licence, for another program to open", async () => {
    const response = await download("all.zip", { "Accept-Encoding": "br, gzip" });

    expect(response.headers.get("content-type")).toBe("application/zip");
    expect(response.headers.has("content-encoding")).toBe(false);
    const files = unzipSync(await bytesOf(response));
    const names = resources.flatMap(({ path }) => [`${path}.csv`, `${path}.ndjson`]);
    expect(Object.keys(files)).toEqual(["README.txt", "LICENSE.txt", ...names]);
    for (const name of names)
      expect([name, Buffer.from(files[name] ?? []).equals(await bytesOf(await download(name)))]).toEqual([name, true]);
    const licence = strFromU8(files["LICENSE.txt"] ?? new Uint8Array());
    for (const part of ["https://creativecommons.org/licenses/by/4.0/", "© OpenStreetMap contributors"])
      expect(licence).toContain(part);
  });

  test("keep their tag until the data change", async () => {
    const tagOf = async (path: string) => (await download(path)).headers.get("etag") ?? "";
    const before = [await tagOf("all.zip"), await tagOf("people.csv"), await tagOf("shows.ndjson")];
    const unchanged = await download("all.zip", { "If-None-Match": before[0] ?? "" });
    expect([unchanged.status, (await bytesOf(unchanged)).length]).toEqual([304, 0]);

    await staff.send("PUT", "shows/hamilton/details", { external_ids: { wikidata: "Q19865466" } });

    expect(await tagOf("all.zip")).not.toBe(before[0]);
    expect([await tagOf("people.csv"), await tagOf("shows.ndjson")]).toEqual([
      before[1],
      expect.not.stringMatching(`^${before[2]}$`),
    ]);
    expect(await (await download("shows.ndjson")).text()).toContain('"external_ids":{"wikidata":"Q19865466"}');
  });

  test("of several megabytes are served compressed, to HEAD, and as a 304, also after they were made again", async () => {
    const { database } = service.infrastructure;
    for (const letter of ["a", "b"]) {
      await database.query("UPDATE people SET bio = repeat($1, 5000)", [letter]);

      const plain = await download("people.ndjson", { "Accept-Encoding": "identity" });
      const tag = plain.headers.get("etag") ?? "";
      const bytes = await bytesOf(plain);
      expect(bytes.length).toBeGreaterThan(2 * 1024 * 1024);
      for (const coding of ["br", "gzip"]) {
        const coded = await download("people.ndjson", { "Accept-Encoding": coding });
        expect(coded.headers.get("content-encoding")).toBe(coding);
        expect(coded.headers.get("etag")).toBe(tag.replace(/"$/, `-${coding}"`));
        expect((await bytesOf(coded)).equals(bytes)).toBe(true);
      }
      const address = { "X-Forwarded-For": freshAddress() };
      const head = await service.get("/downloads/people.ndjson", { method: "HEAD", headers: address });
      expect([head.status, Number(head.headers.get("content-length")) > 0, await head.text()]).toEqual([200, true, ""]);
      const unchanged = await download("people.ndjson", { "If-None-Match": tag });
      expect([unchanged.status, (await bytesOf(unchanged)).length]).toEqual([304, 0]);
      expect(bytes.includes(`"bio":"${letter.repeat(5000)}"`)).toBe(true);
    }
  });

  test("are at most five seconds behind the data", async () => {
    const nameIn = async () => {
      const response = await service.get("/downloads/shows.csv", { headers: { "X-Forwarded-For": freshAddress() } });
      return /hamilton,(\w+),/.exec(await response.text())?.[1];
    };
    await download("shows.csv");
    const before = await nameIn();
    await staff.send("PUT", "shows/hamilton", { name: `${before}Renamed` });

    now += 1_000;
    expect(await nameIn()).toBe(before);
    now += 4_000;
    expect(await nameIn()).toBe(`${before}Renamed`);
  });

  test.each(["nothing.csv", "shows.json", "shows", "", "shows.csv/more", ".csv"])("%s is 404", async (path) => {
    const response = await download(path);

    expect([response.status, await response.json()]).toEqual([404, { error: "Not found" }]);
  });
});

test.skipIf(inject("postgresUrl") === null)(
  "while the database is away, a file that is kept is served, and any other is 503 with Retry-After",
  async () => {
    const testDatabase = await createTestDatabase("server");
    onTestFinished(() => testDatabase.remove());
    const url = new URL(testDatabase.settings["DATABASE_URL"] ?? "");
    const proxy = await startFaultProxy(Number(url.port));
    onTestFinished(() => proxy.close());
    url.port = String(proxy.port);
    const service = await serveFrom({ ...settings, LOG_LEVEL: "silent", DATABASE_URL: url.href });
    onTestFinished(() => service.close());
    const ask = (path: string, headers: Record<string, string> = {}) =>
      service.get(path, { headers: { "X-Forwarded-For": freshAddress(), ...headers } });
    const kept = ["/downloads/shows.csv", "/feeds/shows/hamilton.ics"];
    const tags = await Promise.all(kept.map(async (path) => (await ask(path)).headers.get("etag") ?? ""));

    await proxy.set("refuse");

    for (const [index, path] of kept.entries()) {
      expect((await ask(path)).status).toBe(200);
      expect((await ask(path, { "If-None-Match": tags[index] ?? "" })).status).toBe(304);
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

test("the licence is the operator's", async () => {
  const DATA_LICENSE_URL = "https://example.com/licence";
  const service = await startService(fastestDatabase, { settings: { DATA_LICENSE_URL } });
  onTestFinished(() => service.close());

  const response = await service.get("/downloads/all.zip");

  expect(response.headers.get("link")).toBe(`<${DATA_LICENSE_URL}>; rel="license"`);
  const license = unzipSync(Buffer.from(await response.arrayBuffer()))["LICENSE.txt"] ?? new Uint8Array();
  expect(strFromU8(license)).toContain(DATA_LICENSE_URL);
});
