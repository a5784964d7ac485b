import { describe, expect, test } from "vitest";
import { routes } from "../../routes.ts";
import { fastestDatabase } from "../../../test/databases.ts";
import { developer } from "../../../test/developer.ts";
import { useService } from "../../../test/service.ts";
import { freshSignIns } from "./permissions.browser.ts";

describe("with an old session", () => {
  let time = Date.now();
  const later = useService(fastestDatabase, () => ({ now: () => time }));
  const again = { error: "Sign in again" };

  test("every operation of the table needs a new sign-in, and no other", async () => {
    const [reader, leaver] = [await developer(later, "admin"), await developer(later, "admin")];
    time += 11 * 60_000;
    const guarded = routes.flatMap(({ path, operations }) =>
      Object.entries(operations).flatMap(([method, { access, declaration }]) =>
        access ? [{ method, path, id: declaration?.operationId ?? expect.fail(path) }] : [],
      ),
    );

    const refused = await Promise.all(
      guarded.map(async ({ method, path, id }) => {
        // Signing out everywhere ends the session.
        const { ask } = id === "endSessions" ? leaver : reader;
        const { body } = await ask(method, path.replaceAll(/\{\w+\}/g, "any"));
        return (body as Partial<typeof again>).error === again.error ? [id] : [];
      }),
    );

    expect(guarded.length).toBeGreaterThan(80);
    expect(refused.flat().toSorted()).toEqual([...freshSignIns].toSorted());
  });

  test("an administrator's copied cookie gives no one a way in and takes no one's", async () => {
    const [admin, member] = [await developer(later, "admin"), await developer(later)];
    const ways = [
      ["POST", "/accounts/invitations", { email: "thief@example.com", role: "admin" }, 201],
      ["POST", `/accounts/${member.id}/reset`, undefined, 201],
      ["PUT", `/accounts/${member.id}`, { role: "admin" }, 200],
      ["POST", `/accounts/${admin.id}/reset`, undefined, 409],
    ] as const;
    const signedInAt = time;

    // The clock may have been set back since the sign-in.
    for (const minutes of [11, -2, 9, -1]) {
      time = signedInAt + minutes * 60_000;
      for (const [method, path, sent, status] of ways) {
        const answer = await admin.ask(method, path, sent);
        if (minutes === 9 || minutes === -1) expect([path, answer.status]).toEqual([path, status]);
        else expect([path, answer.status, answer.body]).toMatchObject([path, 403, again]);
      }
    }
  });
});
