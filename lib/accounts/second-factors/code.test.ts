import { expect, test } from "vitest";
import { databaseKinds } from "../../../test/databases.ts";
import { developer } from "../../../test/developer.ts";
import { addApp, codeAt, wrongCodeAt } from "../../../test/factors.ts";
import { useService } from "../../../test/service.ts";
import { unknownSource } from "../security-log/source.ts";
import { openAppSecret, sealAppSecret, stepOfCode } from "./authenticator-app.ts";
import { takeCode } from "./code-queries.ts";

const service = useService(databaseKinds[0] ?? "embedded");

test("a wrong code of the app causes the same work as a right one, with and without an app", async () => {
  const { database, sessionSecret } = service.infrastructure;
  const [person, other] = [await developer(service), await developer(service)];
  const at = Date.now();
  const { secret } = await addApp(person, at);
  const now = at + 30_000;

  /** The operations on the database, in their order. */
  async function workOf(accountId: string, code: string) {
    const operations: string[] = [];
    const prisma = database.prisma.$extends({
      query: {
        $allOperations: ({ model, operation, args, query }) => {
          operations.push(`${model ?? "sql"}.${operation}`);
          return query(args);
        },
      },
    });
    // The extended client has every member that the queries use.
    const watched = prisma as unknown as typeof database.prisma;
    const isRight = await takeCode(watched, { accountId, code, sessionSecret, now, source: unknownSource });
    return { isRight, operations };
  }

  const wrong = await workOf(person.id, wrongCodeAt(secret, now));
  const none = await workOf(other.id, "123456");
  const right = await workOf(person.id, codeAt(secret, now));
  expect([wrong.isRight, none.isRight, right.isRight]).toEqual([false, false, true]);
  expect(right.operations.length).toBeGreaterThan(1);
  expect([wrong.operations, none.operations]).toEqual([right.operations, right.operations]);
});

test("codes are those of RFC 6238, appendix B, of six digits", () => {
  // "12345678901234567890" in base32.
  const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

  for (const [seconds, code] of [
    [59, "287082"],
    [1_111_111_109, "081804"],
    [1_234_567_890, "005924"],
    [2_000_000_000, "279037"],
  ] as const)
    expect(stepOfCode(secret, code, seconds * 1_000)).toBe(Math.floor(seconds / 30));
});

test("a stored secret opens for its account and this secret of the service only, and not when it was changed", () => {
  const stored = sealAppSecret("GEZDGNBV", "ada", "a secret");

  expect(openAppSecret(stored, "ada", "a secret")).toBe("GEZDGNBV");
  expect(sealAppSecret("GEZDGNBV", "ada", "a secret")).not.toBe(stored);
  const changed = stored.replace(/.$/, (last) => (last === "A" ? "B" : "A"));
  const first = stored.replace(/^./, (letter) => (letter === "A" ? "B" : "A"));
  for (const [text, account, secret] of [
    [stored, "bob", "a secret"],
    [stored, "ada", "another secret"],
    [first, "ada", "a secret"],
    [changed, "ada", "a secret"],
    ["", "ada", "a secret"],
    ["AAAA", "ada", "a secret"],
  ] as const)
    expect([text, account, secret, openAppSecret(text, account, secret)]).toEqual([text, account, secret, null]);
});
