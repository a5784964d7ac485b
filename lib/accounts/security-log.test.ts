import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { deleteExpiredSignIns } from "../auth/sign-in.ts";
import { recordSecurityEvent } from "../security-log/queries.ts";
import { securityLogEntry, type SecurityLogEntry } from "../security-log/schema.ts";
import { developer, invalidFieldsOf, type Developer } from "../testing/developer.ts";
import { databaseKinds } from "../testing/databases.ts";
import { startService, type TestService } from "../testing/service.ts";
import { behindProxy } from "../testing/quota-helpers.ts";

const from = { "x-forwarded-for": "203.0.113.77", "user-agent": `Mozilla/5.0 (X11; Linux x86_64) ${"x".repeat(200)}` };

describe.each(databaseKinds)("the security log (%s)", (databaseKind) => {
  let service: TestService;
  let admin: Developer;

  beforeAll(async () => {
    service = await startService(databaseKind, { settings: behindProxy });
    admin = await developer(service, "admin");
  });
  afterAll(() => service.close());

  const change = (id: string, body: object) => admin.ask("PUT", `/accounts/${id}`, body, from);
  async function read(reader: Developer, query = ""): Promise<SecurityLogEntry[]> {
    return securityLogEntry.array().parse((await reader.ask("GET", `/security-log${query}`)).body);
  }
  const about = ({ id }: Developer) => `?account_id=${id}&action=role-changed,blocked,unblocked`;

  test("records who changed a role, blocked and unblocked, and from which network", async () => {
    const member = await developer(service);
    await change(member.id, { role: "editor" });
    await change(member.id, { role: "admin", blocked: true });
    await change(member.id, { blocked: false });
    // A change without effect is not logged.
    await change(member.id, { role: "admin", blocked: false });

    const entries = await read(admin, about(member));

    expect(entries.map(({ action, detail }) => [action, detail])).toEqual([
      ["unblocked", null],
      ["blocked", null],
      ["role-changed", { from: "editor", to: "admin" }],
      ["role-changed", { from: "developer", to: "editor" }],
    ]);
    for (const entry of entries) {
      expect(entry).toMatchObject({
        account: { id: member.id, name: member.email },
        by: { id: admin.id, name: admin.email },
        address: "203.0.113.0/24",
        user_agent: from["user-agent"].slice(0, 80),
      });
    }
  });

  test("has no entry of a refused change", async () => {
    const before = await read(admin);
    await service.infrastructure.database.prisma.account.updateMany({
      where: { role: "admin", NOT: { id: admin.id } },
      data: { role: "developer" },
    });

    expect((await change(admin.id, { role: "editor" })).status).toBe(409);

    expect(await read(admin)).toEqual(before);
  });

  test("is paged, newest first", async () => {
    const member = await developer(service);
    for (const role of ["editor", "developer", "editor"]) await change(member.id, { role });
    const whole = await read(admin, about(member));

    const first = await read(admin, `${about(member)}&limit=2`);
    const rest = await read(admin, `${about(member)}&limit=2&before=${first[1]?.id}`);

    expect([...first, ...rest]).toEqual(whole);
    expect([first.length, rest.length]).toEqual([2, 1]);
    expect(await read(admin, "?account_id=nobody")).toEqual([]);
    expect(await read(admin, "?account_id=%00")).toEqual([]);
  });

  test.each([
    ["limit=0", "limit"],
    ["limit=101", "limit"],
    ["limit=many", "limit"],
    ["before=x", "before"],
    ["before=-1", "before"],
    ["action=dance", "action"],
    ["action=", "action"],
  ])("?%s is refused", async (query, field) => {
    const answer = await admin.ask("GET", `/security-log?${query}`);
    expect([answer.status, invalidFieldsOf(answer)]).toEqual([400, [field]]);
  });

  test("shows the events of one's own account, without the name and network of an administrator", async () => {
    const [member, other] = [await developer(service, "editor"), await developer(service)];
    await change(member.id, { role: "developer" });
    await change(other.id, { role: "editor" });

    const own = await read(member);

    expect(own.map(({ action, by, address }) => [action, by, address])).toEqual([
      ["role-changed", null, null],
      ["sign-in", { id: member.id, name: member.email }, null],
    ]);
    expect(await read(member, `?account_id=${member.id}`)).toEqual(own);
    const foreign = await member.ask("GET", `/security-log?account_id=${other.id}`);
    expect([foreign.status, foreign.headers.get("cache-control")]).toEqual([403, "no-store"]);
    expect((await read(admin)).map(({ account }) => account.id)).toEqual(expect.arrayContaining([member.id, other.id]));
  });

  test("has sign-ins, sign-outs and new passwords, and drops names and networks with the account", async () => {
    const member = await developer(service);
    await member.ask("PUT", "/account", { password: "another horse battery" }, from);
    const [current] = (await member.ask("GET", "/account/sessions")).body as { id: string }[];
    const actions = async () => (await read(admin, `?account_id=${member.id}`)).map(({ action }) => action);
    expect(await actions()).toEqual(["password-changed", "sign-in"]);

    const gone = await member.ask("DELETE", "/account", { password: "another horse battery" }, from);

    expect([gone.status, current === undefined]).toEqual([200, false]);
    expect(await actions()).toEqual(["account-deleted", "password-changed", "sign-in"]);
    for (const entry of await read(admin, `?account_id=${member.id}`)) {
      const nameless = { id: member.id, name: null };
      expect(entry).toMatchObject({ account: nameless, by: nameless, address: null, user_agent: null });
    }

    const another = await developer(service);
    const [session] = (await another.ask("GET", "/account/sessions")).body as { id: string }[];
    await another.ask("DELETE", `/account/sessions/${session?.id}`, undefined, from);
    expect((await read(admin, `?account_id=${another.id}`))[0]).toMatchObject({
      action: "sign-out",
      address: "203.0.113.0/24",
    });
  });

  test("drops a sign-in after ninety days, and keeps role changes", async () => {
    const { database } = service.infrastructure;
    const accountId = "of long ago";
    for (const action of ["sign-in", "sign-out", "role-changed"] as const) {
      await recordSecurityEvent(database.prisma, { accountId, by: null, action, source: null });
    }
    await database.query("UPDATE security_log SET at = at - interval '91 days' WHERE account_id = $1", [accountId]);

    await deleteExpiredSignIns(database);

    expect((await read(admin, `?account_id=${encodeURIComponent(accountId)}`)).map(({ action }) => action)).toEqual([
      "role-changed",
    ]);
    expect((await read(admin, "?action=sign-in")).length).toBeGreaterThan(0);
  });
});
