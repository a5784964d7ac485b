import { inspect } from "node:util";
import { afterEach, describe, expect, test, vi } from "vitest";
import { log } from "../../../core/log.ts";
import { sendJson, developer, withKey } from "../../../../test/developer.ts";
import { databaseKinds } from "../../../../test/databases.ts";
import { useService, type TestService } from "../../../../test/service.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

/** Captures everything that is logged until the end of the test, without printing it. */
function hearEverything(): string[] {
  const said: string[] = [];
  for (const level of ["debug", "info", "warn", "error", "fatal"] as const) {
    vi.spyOn(log, level).mockImplementation((...words: unknown[]) => {
      said.push(inspect(words, { depth: 10, showHidden: true, maxStringLength: null }));
    });
  }
  return said;
}

async function everyRow({ infrastructure: { database } }: TestService): Promise<string> {
  const tables = await database.query<{ name: string }>(
    "SELECT quote_ident(table_name) AS name FROM information_schema.tables WHERE table_schema = 'public'",
    [],
  );
  const rows = [];
  for (const { name } of tables)
    rows.push(await database.query(`SELECT row_to_json(r)::text AS row FROM ${name} r`, []));
  return JSON.stringify(rows);
}

describe.each(databaseKinds)("the secret of a key (%s)", (databaseKind) => {
  const service = useService(databaseKind);

  test("is in the response that creates it, and nowhere else", async () => {
    const said = hearEverything();
    const owner = await developer(service);
    const made = await owner.makeKey("One");
    const rotated = await owner.ask("POST", `/keys/${made.id}/rotate`, { grace_hours: 1 });
    const { id, key } = rotated.body as { id: string; key: string };
    const asked: [string, string, unknown?][] = [
      ["GET", "/keys"],
      ["GET", `/keys/${id}/usage`],
      ["POST", "/keys", { name: "", key }],
      ["POST", `/keys/${id}/rotate`, { grace_hours: key }],
      ["POST", "/keys/found", { key: [key] }],
      ["POST", "/keys/found", { [key]: key.slice(0, -1) }],
      ["POST", "/keys/found", { key }],
      ["POST", "/keys/found", { key }],
      ["GET", "/account"],
      ["DELETE", `/account/found-keys/${id}`],
      ["DELETE", `/keys/${made.id}`],
      ["GET", "/keys"],
      ["GET", "/openapi.json"],
      ["GET", "/quota"],
    ];

    const told = [];
    for (const secret of [made.key, key]) {
      const response = await service.get("/api/shows", withKey(secret));
      told.push(JSON.stringify([...response.headers]), await response.text());
    }
    for (const [method, path, body] of asked) {
      const { status, headers, text } = await owner.ask(method, path, body);
      // An error names unknown fields, and a field may have the secret as its name.
      if (!text.includes("There is no such field.")) told.push(`${status} ${JSON.stringify([...headers])} ${text}`);
    }
    const kept = await everyRow(service);
    // Also when code that handles the key fails.
    const third = await owner.makeKey();
    await service.infrastructure.database.query(
      `ALTER TABLE api_keys ADD CHECK (id <> '${third.id}' OR revoked_at IS NULL) NOT VALID`,
      [],
    );
    const broken = await sendJson(service, "POST", "/keys/found", { key: third.key });
    told.push(broken.text);

    expect(broken.status).toBe(500);
    expect(said.join()).toContain("api_keys");
    for (const secret of [made.key, key, third.key]) {
      for (const place of [told.join(), kept, said.join()]) expect(place).not.toContain(secret.slice(12));
    }
    expect(rotated.text.split(key)).toHaveLength(2);
  });
});
