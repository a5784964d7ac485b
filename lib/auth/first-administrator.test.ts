import { expect, test } from "vitest";
import { freshHome, homes } from "../testing/homes.ts";
import { serveFrom } from "../testing/service.ts";
import { ensureAdministrator } from "./first-administrator.ts";

const ADMIN_EMAIL = "ada@example.com";
const ADMIN_PASSWORD = "correct horse battery";

test.each(homes)("whoever has opened the address of ADMIN_EMAIL before is made no administrator (%s)", async (name) => {
  const home = await freshHome(name);
  const service = await serveFrom(home.settings);
  const { database } = service.infrastructure;
  await database.prisma.account.deleteMany({});
  await database.prisma.account.create({ data: { id: "ada", email: ADMIN_EMAIL, role: "developer" } });
  const said: string[] = [];

  await ensureAdministrator(database, { ADMIN_EMAIL, ADMIN_PASSWORD }, (line) => said.push(line));

  expect(said).toEqual([
    expect.stringMatching(
      /^There is no administrator, and ada@example\.com has an account already\. To make one, run: /,
    ),
  ]);
  expect(await database.prisma.account.findMany({ select: { id: true, role: true, password: true } })).toEqual([
    { id: "ada", role: "developer", password: null },
  ]);
  await service.close();
  await home.remove();
});
