import { beforeAll, describe, expect, test } from "vitest";
import { databaseKinds } from "../../../test/databases.ts";
import { developer, invalidFieldsOf, withKey, type Developer } from "../../../test/developer.ts";
import { useService } from "../../../test/service.ts";
import { accountSearchPage } from "./schema.browser.ts";

const many = 5_000;

describe.each(databaseKinds)("the search of accounts (%s)", (databaseKind) => {
  let admin: Developer;

  const service = useService(databaseKind);
  beforeAll(async () => {
    admin = await developer(service, "admin");
    await service.infrastructure.database.query(
      `INSERT INTO accounts (id, email, name, created_at)
       SELECT 'many-' || n, 'person_' || n || '@many.example', 'Person ' || n, '2026-01-01'::timestamptz + n % 50 * interval '1 hour'
       FROM generate_series(1, $1::int) AS n`,
      [many],
    );
  });

  const find = async (query: string) => {
    const { status, body } = await admin.ask("GET", `/accounts/search?${query}`);
    expect(status).toBe(200);
    return accountSearchPage.parse(body);
  };
  const only = async ({ email }: Developer) => {
    const { accounts } = await find(`q=${email}`);
    expect(accounts.map((account) => account.email)).toEqual([email]);
    return accounts[0];
  };

  test("pages through five thousand accounts, newest first, each once", async () => {
    const seen: { id: string; created_at: string }[] = [];
    let cursor: string | null = "";
    do {
      const page = await find(`q=many.example&limit=100${cursor === "" ? "" : `&cursor=${cursor}`}`);
      expect(page.total).toBe(many);
      seen.push(...page.accounts);
      cursor = page.next_cursor;
    } while (cursor !== null);

    expect(new Set(seen.map(({ id }) => id)).size).toBe(many);
    expect(seen).toHaveLength(many);
    const times = seen.map(({ created_at }) => created_at);
    expect(times).toEqual(times.toSorted().reverse());
  });

  test("a page begins where the last one ended, also when accounts come and go meanwhile", async () => {
    const { prisma } = service.infrastructure.database;
    const first = await find("q=many.example&limit=10");
    await prisma.account.create({ data: { id: "newcomer", email: "newcomer@many.example" } });
    await prisma.account.delete({ where: { id: first.accounts.at(-1)?.id ?? "" } });

    const second = await find(`q=many.example&limit=10&cursor=${first.next_cursor}`);

    const ids = new Set(first.accounts.map(({ id }) => id));
    expect(second.accounts.filter(({ id }) => ids.has(id) || id === "newcomer")).toEqual([]);
    await prisma.account.delete({ where: { id: "newcomer" } });
  });

  test("finds every word in the address or the name, in any case, and takes no wildcards", async () => {
    expect((await find("q=person+4321")).accounts.map(({ id }) => id)).toEqual(["many-4321"]);
    expect((await find("q=PERSON_4321%40")).accounts.map(({ id }) => id)).toEqual(["many-4321"]);
    expect((await find("q=4321+nobody")).total).toBe(0);
    await service.infrastructure.database.prisma.account.update({
      where: { id: "many-1234" },
      data: { name: "person_4321@many.example" },
    });
    expect((await find("q=person_4321%40many.example")).accounts.map(({ id }) => id)).toEqual(["many-4321"]);
    for (const wildcard of ["%25", "per%25son", "person__4321", "%5C"])
      expect([wildcard, (await find(`q=${wildcard}`)).total]).toEqual([wildcard, 0]);
  });

  test("narrows by role and by what needs attention", async () => {
    const editor = await developer(service, "editor");
    const { prisma } = service.infrastructure.database;
    await prisma.account.update({ where: { id: editor.id }, data: { blocked: true, role_to_confirm: "admin" } });

    expect((await find("role=admin")).accounts.map(({ id }) => id)).toContain(admin.id);
    expect((await find("role=editor")).accounts.map(({ id }) => id)).toEqual([editor.id]);
    expect((await find("state=blocked")).accounts.map(({ id }) => id)).toEqual([editor.id]);
    expect((await find("state=role-to-confirm")).accounts.map(({ id }) => id)).toEqual([editor.id]);
    expect((await find(`state=unverified&q=${editor.email}`)).total).toBe(1);
  });

  test("shows when an account was last seen, its sessions, its working keys and today's requests", async () => {
    const quiet = await developer(service);
    await service.infrastructure.database.prisma.session.deleteMany({ where: { account_id: quiet.id } });
    await service.infrastructure.database.prisma.securityLogEntry.deleteMany({ where: { account_id: quiet.id } });
    expect(await only(quiet)).toMatchObject({ last_seen_at: null, sessions: 0, keys: 0, requests_today: 0 });

    const busy = await developer(service);
    const first = await busy.makeKey();
    const { key } = (await busy.ask("POST", `/keys/${first.id}/rotate`)).body as { key: string };
    const before = await only(busy);
    for (let time = 0; time < 3; time += 1) await service.get("/api/shows", withKey(key));

    const after = await only(busy);
    expect(before).toMatchObject({ sessions: 1, keys: 1, requests_today: 2 });
    expect(after).toMatchObject({ sessions: 1, keys: 1, requests_today: 5 });
    expect(Date.parse(after?.last_seen_at ?? "")).toBeGreaterThan(0);
  });

  test("still knows a sign-in whose session has ended", async () => {
    const member = await developer(service);
    await member.ask("DELETE", "/account/sessions");

    expect(await only(member)).toMatchObject({ sessions: 0, last_seen_at: expect.any(String) });
  });

  test.each([
    ["limit=0", "limit"],
    ["limit=101", "limit"],
    ["role=owner", "role"],
    ["state=happy", "state"],
    ["cursor=nonsense", "cursor"],
    ["cursor=WyIyMDI2Il0", "cursor"],
    ["q=%00", "q"],
    [`q=${"x".repeat(101)}`, "q"],
    ["name=ada", "name"],
    ["q=a&q=b", "q"],
  ])("?%s is refused", async (query, field) => {
    const answer = await admin.ask("GET", `/accounts/search?${query}`);
    expect([answer.status, invalidFieldsOf(answer)]).toEqual([400, [field]]);
  });
});
