import { describe, expect, test } from "vitest";
import { recordFailedSignIn } from "../security-log/queries.ts";
import { databaseKinds } from "../../../test/databases.ts";
import { developer, sendJson } from "../../../test/developer.ts";
import { hashFast } from "../../../test/fast-password-hash.ts";
import { freshAddress } from "../../../test/quota-helpers.ts";
import { useService } from "../../../test/service.ts";
import { signIn } from "./sign-in.ts";

const password = "correct horse battery";

describe.each(databaseKinds)("whether an address has an account (%s)", (databaseKind) => {
  const service = useService(databaseKind);

  async function knownEmail(): Promise<string> {
    const { id, email } = await developer(service);
    await service.infrastructure.database.prisma.account.update({
      where: { id },
      data: { password: hashFast(password) },
    });
    return email;
  }
  const unknownEmail = () => `${crypto.randomUUID()}@example.com`;

  /** The operations on the database that a wrong password causes, in their order. */
  async function workOf(email: string): Promise<string[]> {
    const { database } = service.infrastructure;
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
    const watched = { ...database, prisma: prisma as unknown as typeof database.prisma };
    expect(await signIn(watched, { email, password: "wrong horse battery" }, freshAddress(), Date.now)).toBeNull();
    return operations;
  }

  test("makes no difference to the operations of a wrong password", async () => {
    const [known, unknown] = [await workOf(await knownEmail()), await workOf(unknownEmail())];

    expect(known).toContain("Account.findUnique");
    expect(known.length).toBeGreaterThanOrEqual(4);
    expect(unknown).toEqual(known);
  });

  test("makes no difference to whether the statement of the security log writes", async () => {
    const { prisma } = service.infrastructure.database;
    for (const email of [await knownEmail(), unknownEmail()]) {
      const { id } = await prisma.signInFailure.create({ data: { email, address: "192.0.2.1", at: new Date() } });
      const place = () => prisma.$queryRaw`SELECT ctid::text FROM sign_in_failures WHERE id = ${id}`;
      const before = await place();

      await recordFailedSignIn(service.infrastructure.database, id, { address: "192.0.2.1", userAgent: null });

      expect(await place()).not.toEqual(before);
    }
  });

  test("is not in the answer to a link that is wrong", async () => {
    const send = (token: string) => sendJson(service, "POST", "/account/password", { token, password });
    const answers = [await send("x".repeat(43)), await send("y".repeat(43))];

    expect(answers.map(({ status }) => status)).toEqual([400, 400]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  });

  test("is not told to an editor, who can neither list, search nor invite", async () => {
    const editor = await developer(service, "editor");
    const texts = [];
    for (const email of [await knownEmail(), unknownEmail()]) {
      const invited = await editor.ask("POST", "/accounts/invitations", { email, role: "developer" });
      const searched = await editor.ask("GET", `/accounts/search?q=${email}`);
      expect([invited.status, searched.status]).toEqual([403, 403]);
      texts.push(`${invited.text} ${searched.text}`);
    }
    expect(texts[1]).toBe(texts[0]);
    expect((await editor.ask("GET", "/accounts")).status).toBe(403);
    expect((await editor.ask("GET", "/accounts/invitations")).status).toBe(403);
  });
});
