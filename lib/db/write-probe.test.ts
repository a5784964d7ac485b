import { afterEach, describe, expect, inject, onTestFinished, test, vi } from "vitest";
import { log } from "../core/log.ts";
import { databaseKinds, databaseOfTest } from "../../test/databases.ts";
import { recordFault } from "../../test/fault-recorder.ts";
import { serveFrom, useService } from "../../test/service.ts";
import { staffClient } from "../../test/signed-in.ts";
import { until } from "../../test/until.ts";
import { openPostgres } from "./postgres.ts";

afterEach(() => void vi.restoreAllMocks());

describe.each(databaseKinds)("(%s) any number of readiness checks", (databaseKind) => {
  const service = useService(databaseKind);

  test("write once in five seconds", async () => {
    const written = vi.spyOn(service.infrastructure.database.prisma, "$transaction");

    const answers = await Promise.all(Array.from({ length: 20 }, () => service.get("/api/health/ready")));

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(written.mock.calls.length).toBeLessThanOrEqual(1);
  });
});

const serverUrl = inject("postgresUrl");

test.skipIf(serverUrl === null)(
  "a read-only server answers reads and is not ready, a write is refused with the reason and leaves nothing, and both recover",
  async () => {
    vi.spyOn(log, "error").mockImplementation(() => undefined);
    const seen = recordFault("PostgreSQL read-only");
    const administrator = await openPostgres(serverUrl ?? "");
    onTestFinished(() => administrator.close());
    const settings = await databaseOfTest("server");
    const name = new URL(settings["DATABASE_URL"] ?? "").pathname.slice(1);
    const setReadOnly = async (value: "on" | "off") => {
      await administrator.query(`ALTER DATABASE ${name} SET default_transaction_read_only = ${value}`, []);
      await administrator.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1", [name]);
    };
    const service = await serveFrom(settings);
    onTestFinished(() => service.close());
    const staff = await staffClient(service);
    const readiness = async () => {
      const response = await service.get("/api/health/ready");
      return [response.status, ((await response.json()) as { database: string }).database].join(" ");
    };
    await setReadOnly("on");

    await until("it is not ready", readiness, (said) => said === "503 read-only");
    const read = await seen.see(() => service.get("/api/theatres"));
    const refused = await seen.see(() => staff.ask("POST", "people", { name: "Unstored" }));

    expect([read.status, refused.status, await refused.json(), refused.headers.get("retry-after")]).toEqual([
      200,
      503,
      {
        error: "Service unavailable",
        message: "The database can't store anything at the moment. Try again in a few seconds.",
      },
      "5",
    ]);
    await setReadOnly("off");
    seen.over();
    await until("it is ready again", readiness, (said) => said === "200 ok");
    expect((await staff.send("POST", "people", { name: "Stored" })).status).toBe(201);
    seen.back();
    const people = (await (await service.get("/api/people")).json()) as { name: string }[];
    expect(people.map(({ name: one }) => one)).toContain("Stored");
    expect(people.map(({ name: one }) => one)).not.toContain("Unstored");
  },
);
