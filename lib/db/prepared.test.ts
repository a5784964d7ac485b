import { expect, test, describe } from "vitest";
import { freshHome, homes } from "../testing/databases.ts";
import { parseEnv } from "../env.ts";
import { openDatabase } from "../infrastructure.ts";

describe.each(homes)("a prepared statement (%s)", (name) => {
  test("whose first preparation failed is prepared again at its next use", async () => {
    const home = await freshHome(name);
    const database = await openDatabase(parseEnv({ NODE_ENV: "test", ...home.settings }));
    const ask = database.prepare("ask_what_comes", "SELECT answer FROM what_comes WHERE answer = $1");

    await expect(ask(["late"])).rejects.toThrow("what_comes");
    await database.query("CREATE TABLE what_comes AS SELECT 'late'::text AS answer", []);

    expect(await ask(["late"])).toEqual([["late"]]);
    await database.close();
    await home.remove();
  });
});
