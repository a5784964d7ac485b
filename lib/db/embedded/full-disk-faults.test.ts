import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test, vi } from "vitest";
import { log } from "../../core/log.ts";
import { removeBundle, startInstance, type Instance } from "../../../test/processes.ts";
import { highLimits, served, serveFrom } from "../../../test/service.ts";
import { signedIn, staffClientWithCookie } from "../../../test/signed-in.ts";
import { until } from "../../../test/until.ts";
import { recordFault, type FaultRecorder, startWriters, type Writers } from "../../../test/fault-recorder.ts";
import type { Database } from "../database.ts";
import { openEmbedded } from "./embedded.ts";

const diskMegabytes = 160;

const folder = mkdtempSync(path.join(tmpdir(), "theatre-disk-"));
const hasDisk =
  spawnSync("mount", ["-t", "tmpfs", "-o", `size=${diskMegabytes}m`, "theatre-disk", folder]).status === 0;
if (!hasDisk) console.warn("SKIPPED: this user may not mount a small disk in memory, so none is filled.");
afterAll(() => {
  if (hasDisk) spawnSync("umount", [folder]);
  rmSync(folder, { recursive: true, force: true });
  removeBundle();
});

describe.skipIf(!hasDisk)("a full disk under the embedded database", () => {
  const data = path.join(folder, "data");
  const filler = path.join(folder, "filler");
  const secret = { NEXTAUTH_SECRET: "the same for all of them", NEXTAUTH_URL: "http://127.0.0.1" };
  const settings = { ...highLimits, ...secret, DATA_DIR: data };
  let cookie: string;
  const ends: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    cpSync(inject("embeddedTemplate"), data, { recursive: true, preserveTimestamps: true });
    cookie = await served(settings, (first) => signedIn(first, "editor"));
  });
  beforeEach(() => rmSync(filler, { force: true }));
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
    vi.restoreAllMocks();
  });

  async function start(): Promise<Instance> {
    const instance = await startInstance(settings);
    ends.push(() => instance.kill());
    return instance;
  }

  function fillDisk(): void {
    spawnSync("dd", ["if=/dev/zero", `of=${filler}`, "bs=64k"]);
    spawnSync("dd", ["if=/dev/zero", `of=${filler}`, "bs=1k", "oflag=append", "conv=notrunc"]);
  }

  async function writtenTo(service: Pick<Instance, "get">, seen: FaultRecorder, fault: string): Promise<Writers> {
    const writers = startWriters(staffClientWithCookie(cookie, service), 4, seen, fault);
    await until("some are written", () => writers.acknowledged.length >= 40, Boolean, 30);
    return writers;
  }

  async function expectAllThere(service: Instance, writers: Writers, seen: FaultRecorder): Promise<void> {
    const lost = await writers.missing(staffClientWithCookie(cookie, service));
    seen.kept("writes", writers.acknowledged.length, lost.length);
    expect(lost).toEqual([]);
  }

  test("whose tables can't grow: reads continue, writes get 503, and writes work again when there is room", async () => {
    const seen = recordFault("disk full under the embedded database, its tables can't grow");
    const service = await start();
    const writers = await writtenTo(service, seen, "tables");

    fillDisk();
    await until("there is no room", () => writers.refused.length >= 20);
    const full = writers.acknowledged.length;
    const read = await seen.see(() => service.get("/api/shows"));
    const refused = await until(
      "one is refused",
      () =>
        staffClientWithCookie(cookie, service).ask("POST", "shows", {
          name: "Too Much",
          type: "play",
          description: "x".repeat(5_000),
        }),
      ({ status }) => status !== 201,
    );

    expect([read.status, new Set(writers.refused)]).toEqual([200, new Set([503])]);
    expect([refused.status, await refused.json()]).toMatchObject([
      503,
      { message: expect.stringContaining("can't store anything") as unknown },
    ]);
    const readiness = await until("it is not ready", () => service.get("/api/health/ready"), isNotReady);
    expect(await readiness.json()).toEqual({ status: "not ready", database: "read-only", limits: "ok" });
    rmSync(filler);
    seen.over();
    await until("it is written again", () => writers.acknowledged.length > full);
    seen.back();
    await until("it is ready again", async () => !isNotReady(await service.get("/api/health/ready")));
    await writers.stop();
    await expectAllThere(service, writers, seen);
    await service.kill();
    await expectAllThere(await start(), writers, seen);
  });

  test("whose log can't grow: it logs that it has stopped, answers reads from memory, and a restart recovers all data", async () => {
    const seen = recordFault("disk full under the embedded database, its log can't grow");
    const said = vi.spyOn(log, "fatal").mockImplementation(() => undefined);
    vi.spyOn(log, "error").mockImplementation(() => undefined);
    const service = await serveFrom(settings);
    const held = await (await service.get("/api/shows/hamilton")).text();
    const writers = await writtenTo(service, seen, "log");

    fillDisk();
    await fillLog(service.infrastructure.database);
    const read = await seen.see(() => service.get("/api/shows/hamilton"));
    const readiness = await service.get("/api/health/ready");
    await until("writes are refused", () => writers.refused.length >= 20);
    await writers.stop();

    expect(said.mock.calls).toEqual([[expect.stringContaining("restart the service")]]);
    expect([read.status, await read.text()]).toEqual([200, held]);
    expect([readiness.status, await readiness.json()]).toMatchObject([503, { database: "unreachable" }]);
    expect(new Set(writers.refused)).toEqual(new Set([503]));
    await service.close();
    await expect(openEmbedded(data)).rejects.toThrow("Free as much disk space");
    rmSync(filler);
    seen.over();
    const again = await start();
    seen.back();
    await expectAllThere(again, writers, seen);
  });

  test("on a first start: the start fails with the reason, and succeeds on the same folder when there is room", async () => {
    const first = path.join(folder, "first");
    fillDisk();

    await expect(openEmbedded(first)).rejects.toThrow("Free about 50 MB of disk space");
    rmSync(filler);
    rmSync(data, { recursive: true });
    const database = await openEmbedded(first);

    expect(await database.query("SELECT 1 AS one", [])).toEqual([{ one: 1 }]);
    await database.close();
  });

  const isNotReady = ({ status }: Response) => status === 503;

  /** Writes as much as a change of very many records. */
  async function fillLog(database: Database): Promise<void> {
    const write = () => database.query("SELECT pg_logical_emit_message(true, 'filler', repeat('x', 1000000))", []);
    await expect(
      (async () => {
        for (let megabytes = 0; megabytes < 2 * diskMegabytes; megabytes += 1) await write();
      })(),
    ).rejects.toThrow("has stopped");
  }
});
