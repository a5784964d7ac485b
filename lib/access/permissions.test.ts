import { expect, test } from "vitest";
import { routes } from "../routes.ts";
import { useService } from "../../test/service.ts";
import { signedIn } from "../../test/signed-in.ts";
import { may, permissions, permissionsOf, type Permissions } from "./permissions.browser.ts";

const above = { developer: "editor", editor: "admin", admin: "admin" } as const;

/** Takes each permission from the lowest role that has it. */
const raised = Object.fromEntries(
  Object.entries(permissions).map(([name, role]) => [name, above[role]]),
) as Permissions;

const service = useService("embedded", { permissions: raised });

test("each role has the permissions of the roles before it", () => {
  const [developer, editor, admin] = (["developer", "editor", "admin"] as const).map((role) => permissionsOf({ role }));

  expect(editor).toEqual(expect.arrayContaining(developer ?? []));
  expect(admin).toEqual(Object.keys(permissions));
  expect(may({ role: "editor" }, "manageAccounts")).toBe(false);
});

test("the API refuses every operation whose permission was taken from a role, and names the role that has it", async () => {
  const cookies = { developer: await signedIn(service, "developer"), editor: await signedIn(service, "editor") };
  const taken = routes.flatMap(({ path, operations }) =>
    Object.entries(operations).flatMap(([method, { access }]) => {
      const role = access && permissions[access];
      return role === undefined || role === "admin" ? [] : [{ path, method, role }];
    }),
  );

  const answers = await Promise.all(
    taken.map(async ({ path, method, role }) => {
      const target = `/api${path.replaceAll(/\{\w+\}/g, "any")}`;
      const response = await service.get(target, { method, headers: { cookie: cookies[role] } });
      return { method, path, status: response.status, ...((await response.json()) as { message: string }) };
    }),
  );

  expect(taken.length).toBeGreaterThan(40);
  expect(answers.filter(({ status }) => status !== 403)).toEqual([]);
  expect([...new Set(answers.map(({ message }) => message))].toSorted()).toEqual([
    "This requires the role admin. Ask an administrator.",
    "This requires the role editor. Ask an administrator.",
  ]);
});

test("a role keeps what was not taken from it", async () => {
  const response = await service.get("/api/people/no-such-id/merge", {
    method: "POST",
    headers: { cookie: await signedIn(service, "admin") },
  });

  expect(response.status).toBe(404);
});
