import { expect, test, describe } from "vitest";
import { everyDatabaseKind, useDatabase } from "../../test/databases.ts";

describe.each(everyDatabaseKind)("a prepared statement (%s)", (name) => {
  const database = useDatabase(name);

  test("whose first preparation failed is prepared again at its next use", async () => {
    const ask = database.prepare("ask_what_comes", "SELECT answer FROM what_comes WHERE answer = $1");

    await expect(ask(["late"])).rejects.toThrow("what_comes");
    await database.query("CREATE TABLE what_comes AS SELECT 'late'::text AS answer", []);

    expect(await ask(["late"])).toEqual([["late"]]);
  });

  test("returns each cell in PostgreSQL's text form, and after a failure the next rows", async () => {
    const divide = database.prepare(
      "divide",
      "SELECT 6 / n, n > 2, NULL, 0.1::float8, 'é' FROM generate_series($1::int, $2::int) AS n",
    );

    await expect(divide(["0", "3"])).rejects.toThrow("division by zero");

    expect(await divide(["2", "3"])).toEqual([
      ["3", "f", null, "0.1", "é"],
      ["2", "t", null, "0.1", "é"],
    ]);
    expect(await divide(["3", "2"])).toEqual([]);
  });
});
