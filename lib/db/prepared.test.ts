import { expect, test, describe } from "vitest";
import { createTestDatabase, databaseKinds } from "../testing/databases.ts";
import { parseEnv } from "../env.ts";
import { openDatabase } from "../infrastructure.ts";

describe.each(databaseKinds)("a prepared statement (%s)", (name) => {
  test("whose first preparation failed is prepared again at its next use", async () => {
    const testDatabase = await createTestDatabase(name);
    const database = await openDatabase(parseEnv({ NODE_ENV: "test", ...testDatabase.settings }));
    const ask = database.prepare("ask_what_comes", "SELECT answer FROM what_comes WHERE answer = $1");

    await expect(ask(["late"])).rejects.toThrow("what_comes");
    await database.query("CREATE TABLE what_comes AS SELECT 'late'::text AS answer", []);

    expect(await ask(["late"])).toEqual([["late"]]);
    await database.close();
    await testDatabase.remove();
  });
});
