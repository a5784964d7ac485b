import { Client } from "pg";
import { afterEach, beforeEach, describe, expect, inject, test, vi } from "vitest";
import { startPostgres } from "../../scripts/services.mjs";
import { log } from "../log.ts";
import { freshHome, type Home } from "../testing/homes.ts";
import { serveFrom, type Service } from "../testing/service.ts";
import { staffClient, type StaffClient } from "../testing/staff-client.ts";
import { openPostgres } from "./postgres.ts";
import type { Database } from "./connect.ts";

const serverUrl = inject("postgresUrl");

describe.skipIf(serverUrl === null)("a PostgreSQL that is in trouble", () => {
  let administrator: Database;
  let home: Home;
  let name: string;
  let service: Service;
  let staff: StaffClient;

  beforeEach(async () => {
    vi.spyOn(log, "error").mockImplementation(() => undefined);
    administrator = await openPostgres(serverUrl ?? "");
    home = await freshHome("server");
    name = new URL(home.settings["DATABASE_URL"] ?? "").pathname.slice(1);
    service = await serveFrom(home.settings);
    staff = await staffClient(service);
  });
  afterEach(async () => {
    await service.close();
    await home.remove();
    await administrator.close();
    vi.restoreAllMocks();
  });

  test("(read-only) reads go on, a write is refused and nothing of it kept, and both work again afterwards", async () => {
    const before = await (await service.get("/api/people")).text();
    await administrator.query(`ALTER DATABASE ${name} SET default_transaction_read_only = on`, []);
    await endSessions();

    const read = await service.get("/api/people");
    const refused = await staff.send("POST", "people", { name: "Nobody" });

    expect([read.status, await read.text()]).toEqual([200, before]);
    expect(refused.status).toBe(503);
    await administrator.query(`ALTER DATABASE ${name} RESET default_transaction_read_only`, []);
    await endSessions();
    await vi.waitFor(async () => expect((await staff.send("POST", "people", { name: "Somebody" })).status).toBe(201), {
      timeout: 20_000,
    });
    const names = ((await (await service.get("/api/people")).json()) as { name: string }[]).map(
      (person) => person.name,
    );
    expect([names.includes("Somebody"), names.includes("Nobody")]).toEqual([true, false]);
  });

  async function endSessions(): Promise<void> {
    await administrator.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1", [name]);
  }
});

test.skipIf(serverUrl === null)(
  "a PostgreSQL without a connection left: what is held is served, what is not is 503, and it is used again when there is one",
  async () => {
    vi.spyOn(log, "error").mockImplementation(() => undefined);
    const postgres = await startPostgres();
    if (!postgres) throw new Error("No PostgreSQL server is installed here.");
    const service = await serveFrom({ DATABASE_URL: postgres.url });
    const held = await (await service.get("/api/shows")).text();
    const hogs: Client[] = [];
    const hog = async () => {
      const client = new Client({ connectionString: postgres.url });
      client.on("error", () => undefined);
      await client.connect();
      hogs.push(client);
    };
    await hog();
    await hogs[0]?.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'theatre-listings'",
    );
    await expect(
      (async () => {
        for (;;) await hog();
      })(),
    ).rejects.toThrow(/too many clients|remaining connection slots/);

    const [served, refused] = await Promise.all([service.get("/api/shows"), service.get("/api/theatres")]);

    expect([served.status, await served.text(), refused.status]).toEqual([200, held, 503]);
    await Promise.all(hogs.map((client) => client.end()));
    await vi.waitFor(async () => expect((await service.get("/api/theatres")).status).toBe(200), { timeout: 20_000 });
    await service.close();
    await postgres.stop();
    vi.restoreAllMocks();
  },
);
