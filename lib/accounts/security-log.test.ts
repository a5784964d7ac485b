import { beforeAll, describe, expect, test } from "vitest";
import { signIn } from "./sign-in/sign-in.ts";
import { recordSecurityEvent } from "./security-log/security-log-queries.ts";
import { securityLogEntry, type SecurityLogEntry } from "./security-log/schema.browser.ts";
import { developer, invalidFieldsOf, personWithPassword, sendJson, type Developer } from "../../test/developer.ts";
import { databaseKinds } from "../../test/databases.ts";
import { useService } from "../../test/service.ts";

const from = { "x-forwarded-for": "203.0.113.77", "user-agent": `Mozilla/5.0 (X11; Linux x86_64) ${"x".repeat(200)}` };

describe.each(databaseKinds)("the security log (%s)", (databaseKind) => {
  const service = useService(databaseKind);
  let admin: Developer;
  beforeAll(async () => {
    admin = await developer(service, "admin");
  });

  const change = (id: string, body: object) => admin.ask("PUT", `/accounts/${id}`, body, from);
  async function read(reader: Developer, query = ""): Promise<SecurityLogEntry[]> {
    return securityLogEntry.array().parse((await reader.ask("GET", `/security-log${query}`)).body);
  }
  const about = ({ id }: Developer) => `?account_id=${id}&action=role-changed,blocked,unblocked`;
  const attempt = (email: string, password: string, address: string) =>
    signIn(service.infrastructure.database, { email, password }, address, Date.now, {
      userAgent: "A browser",
      wait: async () => undefined,
    });
  const failuresOf = (reader: Developer, { id }: Developer) => read(reader, `?account_id=${id}&action=sign-in-failed`);

  test("records who changed a role, blocked and unblocked, from which network, and with which device in 200 characters; in pages, newest first", async () => {
    const member = await developer(service);
    // The last one is without effect.
    for (const body of [{ role: "editor" }, { role: "admin", blocked: true }, { blocked: false }, { role: "admin" }])
      await change(member.id, body);

    const entries = await read(admin, about(member));

    expect(entries.map(({ action, detail }) => [action, detail])).toEqual([
      ["unblocked", null],
      ["blocked", null],
      ["role-changed", { from: "editor", to: "admin" }],
      ["role-changed", { from: "developer", to: "editor" }],
    ]);
    for (const entry of entries)
      expect(entry).toMatchObject({
        account: { id: member.id, name: member.email },
        by: { id: admin.id, name: admin.email },
        address: "203.0.113.0/24",
        user_agent: from["user-agent"].slice(0, 200),
      });
    const first = await read(admin, `${about(member)}&limit=3`);
    const rest = await read(admin, `${about(member)}&limit=3&before=${first[2]?.id}`);
    expect([...first, "then", ...rest]).toEqual([...entries.slice(0, 3), "then", ...entries.slice(3)]);
    for (const unknown of ["unknown", "%00"]) expect(await read(admin, `?account_id=${unknown}`)).toEqual([]);
  });

  test.each([
    ["limit=0", "limit"],
    ["limit=101", "limit"],
    ["limit=many", "limit"],
    ["before=x", "before"],
    ["before=-1", "before"],
    ["action=dance", "action"],
    ["action=", "action"],
    ["actions=blocked", "actions"],
    ["before=1&before=2", "before"],
  ])("?%s is refused", async (query, field) => {
    const answer = await admin.ask("GET", `/security-log?${query}`);
    expect([answer.status, invalidFieldsOf(answer)]).toEqual([400, [field]]);
  });

  test("shows the events of one's own account, without the name and network of an administrator", async () => {
    const [member, other] = [await developer(service, "editor"), await developer(service)];
    await change(member.id, { role: "developer" });

    const own = await read(member);

    expect(own.map(({ action, by, address }) => [action, by, address])).toEqual([
      ["role-changed", null, null],
      ["sign-in", { id: member.id, name: member.email }, null],
    ]);
    expect(await read(member, `?account_id=${member.id}`)).toEqual(own);
    const foreign = await member.ask("GET", `/security-log?account_id=${other.id}`);
    expect([foreign.status, foreign.headers.get("cache-control")]).toEqual([403, "no-store"]);
  });

  test("has sign-ins, sign-outs, new passwords and deletions", async () => {
    const member = await developer(service);
    await member.ask("PUT", "/account", { password: "another horse battery" }, from);
    await member.ask("DELETE", "/account", { password: "another horse battery" }, from);
    const actions = (await read(admin, `?account_id=${member.id}`)).map(({ action }) => action);
    expect(actions).toEqual(["account-deleted", "password-changed", "sign-in"]);

    const another = await developer(service);
    const [session] = (await another.ask("GET", "/account/sessions")).body as { id: string }[];
    await another.ask("DELETE", `/account/sessions/${session?.id}`, undefined, from);
    const out = { action: "sign-out", address: "203.0.113.0/24" };
    expect((await read(admin, `?account_id=${another.id}`))[0]).toMatchObject(out);
  });

  test("has what happens to keys, with their prefixes and never with their secrets", async () => {
    const owner = await developer(service);
    const first = await owner.makeKey("A private name");
    const rotated = await owner.ask("POST", `/keys/${first.id}/rotate`, { grace_hours: 1 }, from);
    const second = rotated.body as { id: string; key: string; prefix: string };
    for (let time = 0; time < 2; time += 1) {
      await owner.ask("DELETE", `/keys/${first.id}`, undefined, from);
      await sendJson(service, "POST", "/keys/found", { key: second.key }, from);
    }

    const entries = (await read(admin, `?account_id=${owner.id}`)).filter(({ action }) => action.startsWith("key-"));

    expect(entries.map(({ action, detail, by, address }) => [action, detail, by?.id ?? null, address])).toEqual([
      // Nothing of the finder is stored.
      ["key-reported", { prefix: second.prefix }, null, null],
      ["key-revoked", { prefix: first.prefix }, owner.id, "203.0.113.0/24"],
      ["key-rotated", { from: first.prefix, to: second.prefix }, owner.id, "203.0.113.0/24"],
      ["key-created", { prefix: first.prefix }, owner.id, expect.any(String)],
    ]);
    const text = JSON.stringify(entries);
    for (const secret of [first.key.slice(12), second.key.slice(12), "A private name"])
      expect(text).not.toContain(secret);
  });

  test("has wrong passwords with their network for administrators and the owner, and none of an address without an account, which may itself be a password", async () => {
    const member = await personWithPassword(service);
    for (const password of ["wrong horse battery", "correct horse battery"])
      await attempt(member.email, password, "198.51.100.7");
    const account = { id: member.id, name: "Ada" };
    const failure = { account, by: null, detail: null, address: "198.51.100.0/24", user_agent: "A browser" };
    for (const reader of [admin, member]) expect(await failuresOf(reader, member)).toMatchObject([failure]);
    await member.ask("DELETE", "/account", { password: "wrong" }, from);
    expect(await failuresOf(member, member)).toMatchObject([{ address: "203.0.113.0/24" }, failure]);

    const newest = async () => (await read(admin, "?limit=1"))[0]?.id;
    const before = await newest();
    for (const email of ["nobody@example.com", "correct horse battery", "", "\0"])
      await attempt(email, "correct horse battery", "198.51.100.8");
    expect(await newest()).toBe(before);
  });

  test("has at most twenty wrong passwords an hour for one account", async () => {
    const member = await personWithPassword(service);
    for (let time = 0; time < 30; time += 1) await attempt(member.email, "wrong", `198.51.100.${time}`);
    expect(await failuresOf(admin, member)).toHaveLength(20);

    const older = "UPDATE security_log SET at = at - interval '61 minutes' WHERE account_id = $1";
    await service.infrastructure.database.query(older, [member.id]);
    await attempt(member.email, "wrong", "198.51.100.200");
    expect(await failuresOf(admin, member)).toHaveLength(21);
  });

  test("is CSV on request, with all events that match, and no cell that a spreadsheet would run", async () => {
    const { prisma } = service.infrastructure.database;
    const member = await developer(service);
    const data = { name: '=HYPERLINK("https://elsewhere.example")' };
    await prisma.account.update({ where: { id: member.id }, data });
    await change(member.id, { role: "editor" });
    const csv = async (query: string, accept = "text/csv") =>
      service.get(`/api/security-log${query}`, { headers: { cookie: admin.cookie, accept } });

    const response = await csv(about(member));

    expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/csv; charset=utf-8"]);
    expect(response.headers.get("content-disposition")).toBe('attachment; filename="security-log.csv"');
    const [head, row] = (await response.text()).replace("\uFEFF", "").split("\r\n");
    expect(head).toBe("id,at,account_id,account,by_id,by,action,detail,address,user_agent");
    expect(row).toContain(`${member.id},"'=HYPERLINK(""https://elsewhere.example"")",${admin.id},${admin.email}`);
    expect(row).toContain("role-changed,from: developer; to: editor,203.0.113.0/24");
    const accountId = crypto.randomUUID();
    for (let time = 0; time < 120; time += 1)
      await recordSecurityEvent(prisma, { accountId, by: null, action: "sign-in", source: null });
    const lines = async (query: string) => (await (await csv(query)).text()).split("\r\n").length - 2;
    expect([await lines(`?account_id=${accountId}`), await lines(`?account_id=${accountId}&limit=7`)]).toEqual([
      120, 7,
    ]);
    for (const json of ["*/*", "application/json, text/csv", "text/csv;q=0"])
      expect((await csv("?limit=1", json)).headers.get("content-type")).toBe("application/json; charset=utf-8");
  });
});
