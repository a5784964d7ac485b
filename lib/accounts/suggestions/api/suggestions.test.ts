import { describe, expect, test } from "vitest";
import { fastestDatabase } from "../../../../test/databases.ts";
import { developer, invalidFieldsOf, sendJson } from "../../../../test/developer.ts";
import { behindProxy, freshAddress } from "../../../../test/quota-helpers.ts";
import { useService } from "../../../../test/service.ts";
import { deleteOldSuggestions } from "../suggestion-queries.ts";
import { suggestionRecord, type SuggestionRecord } from "../schema.browser.ts";
import { formTrap } from "../terms.browser.ts";

const wrong = {
  resource: "shows",
  id: "hamilton",
  field: "booking_until",
  proposed: "2027-10-02",
  note: "Sold until then.",
};
const dayMilliseconds = 86_400_000;

describe("suggestions", () => {
  const service = useService(fastestDatabase, { settings: behindProxy });
  const from = (address = freshAddress()) => ({ "x-forwarded-for": address });
  const send = (body: unknown, headers: Record<string, string> = from()) =>
    sendJson(service, "POST", "/suggestions", body, headers);
  const idOf = async (body: object) => ((await send(body)).body as { id: string }).id;
  const stateOf = async (id: string) => (await sendJson(service, "GET", `/suggestions/${id}`, undefined, from())).body;
  const editor = () => developer(service, "editor");

  async function stored(id: string): Promise<SuggestionRecord | undefined> {
    const { body } = await (await editor()).ask("GET", `/suggestions?id=${id}`);
    return suggestionRecord.array().parse(body)[0];
  }

  function sendForm(fields: Record<string, string>, headers: Record<string, string> = from()) {
    return service.get("/api/suggestions", {
      method: "POST",
      redirect: "manual",
      headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
      body: String(new URLSearchParams(fields)),
    });
  }

  test("anyone sends one from any origin, and sees only its state; staff see all of it", async () => {
    const origin = { origin: "https://elsewhere.example", "sec-fetch-site": "cross-site" };
    const more = { source_url: "https://example.com/a", contact: "me@example.com" };
    const sent = await send({ ...wrong, ...more }, { ...from(), ...origin });
    const { id } = sent.body as { id: string };

    expect([sent.status, sent.body]).toEqual([202, { id, state: "received" }]);
    expect(sent.headers.get("access-control-allow-origin")).toBe("*");
    expect(await stateOf(id)).toEqual({ id, state: "received", answered_at: null, reason: null });
    const { id: record_id, ...rest } = wrong;
    expect(await stored(id)).toMatchObject({ record_id, ...rest, ...more });
  });

  test("a page of another origin may ask whether it may send one, but not whether it may answer one", async () => {
    const allowed = async (path: string) => {
      const headers = { origin: "https://elsewhere.example", "access-control-request-method": "POST" };
      return (await service.get(path, { method: "OPTIONS", headers })).headers.get("access-control-allow-methods");
    };

    expect(await allowed("/api/suggestions")).toBe("GET, HEAD, OPTIONS, POST");
    expect(await allowed("/api/suggestions/any")).toBe("GET, HEAD, OPTIONS");
    expect(await allowed("/api/shows")).toBe("GET, HEAD, OPTIONS");
  });

  test.each([
    ["an unknown resource", { resource: "operas" }, ["resource"]],
    ["an unknown record", { id: "no-such-show" }, ["id"]],
    ["an unknown field", { field: "applause" }, ["field"]],
    ["the id as field", { field: "id" }, ["field"]],
    ["no note", { note: " " }, ["note"]],
    ["texts that no reader sees", { note: "\u200b\u2060", proposed: "\ufeff" }, ["note", "proposed"]],
    ["a proposal without a field", { field: null }, ["field"]],
    ["a bad link", { source_url: "javascript:alert(1)" }, ["source_url"]],
    ["control characters", { note: "a\u0007b", contact: "a\nb" }, ["contact", "note"]],
    ["NUL in the id", { id: "a\0b" }, ["id"]],
    ["a show’s id for a theatre, whose details have the field", { resource: "theatres", field: "website" }, ["id"]],
    ["a field that does not exist", { homepage: "x" }, ["homepage"]],
  ])("%s is 400 with its path", async (_name, part, fields) => {
    const refused = await send({ ...wrong, ...part });

    expect([refused.status, [...new Set(invalidFieldsOf(refused))]]).toEqual([400, fields]);
  });

  test("a body of more than 4,000 bytes is 413, one that is no JSON 415, and a parameter 400", async () => {
    const big = await send({ ...wrong, note: "é".repeat(2_000) });
    const text = await sendJson(service, "POST", "/suggestions", "note=1", { ...from(), "content-type": "text/plain" });
    const parameter = await sendJson(service, "POST", "/suggestions?notify=yes", wrong, from());

    expect([big.status, text.status, parameter.status]).toEqual([413, 415, 400]);
  });

  test("an address sends five a day, also at once and as an account; a refused one takes nothing of it", async () => {
    const address = from();
    const account = await developer(service);
    await send({ ...wrong, note: "" }, address);
    const sent = await Promise.all(Array.from({ length: 7 }, () => send(wrong, address)));
    const more = await account.ask("POST", "/suggestions", wrong, address);

    expect(sent.map(({ status }) => status).toSorted()).toEqual([202, 202, 202, 202, 202, 429, 429]);
    expect([more.status, more.body]).toMatchObject([
      429,
      { limit: 5, message: expect.stringContaining("5 suggestions a day") },
    ]);
    expect(more.headers.get("retry-after")).toMatch(/^\d+$/);
  });

  test("a key sends twenty a day", async () => {
    const { key } = await (await developer(service)).makeKey();
    const headers = { ...from(), authorization: `Bearer ${key}` };
    const sent = await Promise.all(Array.from({ length: 21 }, () => send(wrong, headers)));

    expect(sent.filter(({ status }) => status === 202)).toHaveLength(20);
    expect(sent.filter(({ status }) => status === 429)).toHaveLength(1);
  });

  test("accepting one answers all that propose the same; the API changes no record", async () => {
    const proposed = `2028-01-${10 + Math.floor(Math.random() * 18)}`;
    const [first, same, other, note] = [
      await idOf({ ...wrong, proposed }),
      await idOf({ ...wrong, proposed, note: "As I said." }),
      await idOf({ ...wrong, proposed: "2029-01-01" }),
      await idOf({ ...wrong, field: null, proposed: null }),
    ];
    const before = await (await service.get("/api/shows/hamilton")).text();

    const person = await editor();
    const answered = await person.ask("PUT", `/suggestions/${first}`, { state: "accepted", reason: "Thank you." });

    expect([answered.status, suggestionRecord.parse(answered.body).state]).toEqual([200, "accepted"]);
    expect(await stateOf(first)).toEqual({
      id: first,
      state: "accepted",
      answered_at: expect.any(String),
      reason: "Thank you.",
    });
    expect(await stateOf(same)).toMatchObject({ state: "duplicate", answered_at: expect.any(String), reason: null });
    expect(await stateOf(other)).toMatchObject({ state: "received" });
    expect(await stateOf(note)).toMatchObject({ state: "received" });
    expect(await (await service.get("/api/shows/hamilton")).text()).toBe(before);
  });

  test("of answers at once one holds, also to two that propose the same", async () => {
    const person = await editor();
    const proposed = "2031-03-03";
    const [first, second] = [await idOf({ ...wrong, proposed }), await idOf({ ...wrong, proposed })];

    const answers = await Promise.all(
      [first, second, first, second].map((id) => person.ask("PUT", `/suggestions/${id}`, { state: "accepted" })),
    );

    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
    const states = [await stateOf(first), await stateOf(second)].map((body) => (body as { state: string }).state);
    expect(states.toSorted()).toEqual(["accepted", "duplicate"]);
  });

  test("answers are checked, given once, and need the permission", async () => {
    const [person, id] = [await editor(), await idOf(wrong)];
    const put = (body: unknown, who = person) => who.ask("PUT", `/suggestions/${id}`, body);

    expect(invalidFieldsOf(await put({ state: "received" }))).toEqual(["state"]);
    expect(invalidFieldsOf(await put({ state: "declined", reason: "x".repeat(501) }))).toEqual(["reason"]);
    expect((await put({ state: "declined" }, await developer(service))).status).toBe(403);
    expect((await put({ state: "declined", reason: "Not so." })).status).toBe(200);
    const again = await put({ state: "accepted" });
    expect([again.status, again.body]).toMatchObject([409, { message: expect.stringContaining("declined") }]);
    expect((await person.ask("PUT", "/suggestions/no-such", { state: "declined" })).status).toBe(404);
    expect((await person.ask("GET", "/suggestions?state=lost")).status).toBe(400);
    expect((await sendJson(service, "GET", "/suggestions/a%00b", undefined, from())).status).toBe(404);
  });

  test("staff walk through them newest first, and narrow them by state, record and id", async () => {
    const person = await editor();
    const about = {
      resource: "theatres",
      id: "old-vic",
      field: "postcode",
      proposed: "SE1 8NC",
      note: "It has moved.",
    };
    const ids = [await idOf(about), await idOf(about), await idOf(about)];
    await person.ask("PUT", `/suggestions/${ids[0]}`, { state: "declined", reason: "No." });
    const list = async (query: string) => {
      const { body, headers } = await person.ask("GET", `/suggestions?${query}`);
      const [, next] = /^<\/api(.+)>; rel="next"$/.exec(headers.get("link") ?? "") ?? [];
      return { found: suggestionRecord.array().parse(body), next };
    };
    const idsOf = async (query: string) => (await list(query)).found.map(({ id }) => id);

    const here = "resource=theatres&record_id=old-vic";
    const first = await list(`${here}&limit=2`);
    expect(first.found.map(({ id }) => id)).toEqual([ids[2], ids[1]]);
    expect(first.found[0]).toMatchObject({ label: "The Old Vic", field_label: "Postcode", present: "SE1 8NB" });
    const second = await person.ask("GET", first.next ?? "");
    expect([second.headers.get("link"), suggestionRecord.array().parse(second.body)]).toMatchObject([
      null,
      [{ id: ids[0] }],
    ]);
    expect(await idsOf(`${here}&state=received`)).toEqual([ids[2], ids[1]]);
    expect(await idsOf(`id=${ids[1]}`)).toEqual([ids[1]]);
    expect(await idsOf("resource=shows&record_id=old-vic")).toEqual([]);
    const other = await person.ask("GET", (first.next ?? "").replace("old-vic", "palace"));
    expect([other.status, invalidFieldsOf(other)]).toEqual([400, ["cursor"]]);
    expect((await person.ask("GET", "/suggestions?limit=101")).status).toBe(400);
  });

  test("a network sends twenty a day from all its addresses, and is told so", async () => {
    const network = `2001:db8:${Math.floor(Math.random() * 65_536).toString(16)}`;
    const sendFrom = (subnet: number) => send(wrong, from(`${network}:${subnet.toString(16)}::1`));
    const sent = await Promise.all(Array.from({ length: 21 }, (_, index) => sendFrom(index)));
    const refused = sent.filter(({ status }) => status !== 202);

    expect(refused.map(({ status, body }) => [status, body])).toEqual([
      [429, expect.objectContaining({ limit: 20, message: expect.stringContaining("A network sends at most 20") })],
    ]);
    expect(refused[0]?.headers.get("retry-after")).toMatch(/^\d+$/);
  });

  test("after 500 of a day strangers are refused, and keys are not", async () => {
    const { key } = await (await developer(service)).makeKey();
    const { database } = service.infrastructure;
    const setTaken = (count: number) =>
      database.query("UPDATE daily_usage SET allowed = $1 WHERE subject = 'strangers suggestions'", [count]);
    await idOf(wrong);
    await setTaken(500);
    const [stranger, keyed] = [await send(wrong), await send(wrong, { ...from(), authorization: `Bearer ${key}` })];
    await setTaken(0);

    expect([stranger.status, stranger.body]).toMatchObject([429, { limit: 500 }]);
    expect(keyed.status).toBe(202);
  });

  test("staff decline at once all that one network sent on one day, and its group goes with the answer", async () => {
    const [person, sender] = [await editor(), freshAddress().replace(/\d+$/, "")];
    const sendOne = async (host: number) => ((await send(wrong, from(sender + host))).body as { id: string }).id;
    const [one, two, other] = [await sendOne(1), await sendOne(2), await idOf(wrong)];
    const group = (await stored(one))?.group_id;

    expect([(await stored(two))?.group_id, (await stored(other))?.group_id === group]).toEqual([group, false]);
    expect(`${group}`).not.toContain(sender);
    const accepted = await person.ask("PUT", `/suggestions/${one}`, { state: "accepted", whole_group: true });
    expect([accepted.status, invalidFieldsOf(accepted)]).toEqual([400, ["whole_group"]]);
    await person.ask("PUT", `/suggestions/${one}`, { state: "declined", reason: "Spam.", whole_group: true });
    expect(await stored(one)).toMatchObject({ state: "declined", group_id: null });
    expect(await stored(two)).toMatchObject({ state: "declined", reason: "Spam.", group_id: null });
    expect(await stored(other)).toMatchObject({ state: "received" });
  });

  test("an unanswered one is deleted after a year, and contacts are forgotten 90 days after the answer", async () => {
    const person = await editor();
    const answered = await idOf({ ...wrong, contact: "old@example.com" });
    const waiting = await idOf({ ...wrong, proposed: "2034-01-01", contact: "new@example.com" });
    await person.ask("PUT", `/suggestions/${answered}`, { state: "declined" });
    const after = async (days: number) => {
      await deleteOldSuggestions(service.infrastructure.database, Date.now() + days * dayMilliseconds);
      return [(await stored(answered))?.contact, (await stored(waiting))?.contact];
    };

    expect(await after(89)).toEqual(["old@example.com", "new@example.com"]);
    expect(await after(91)).toEqual([null, "new@example.com"]);
    expect(await after(364)).toEqual([null, "new@example.com"]);
    expect(await after(366)).toEqual([null, undefined]);
  });

  describe("from a page's form", () => {
    const typed = { ...wrong, source_url: "", contact: "", [formTrap]: "" };

    test("leads to the page of the suggestion", async () => {
      const sent = await sendForm({ ...typed, note: "One line\r\nand another" });

      expect(sent.status).toBe(303);
      const [, id = ""] = /^\/suggestions\/([\w-]+)$/.exec(sent.headers.get("location") ?? "") ?? [];
      expect(await stored(id)).toMatchObject({ note: "One line\nand another", source_url: null, contact: null });
    });

    const about = { resource: "shows", id: "hamilton", field: "booking_until" };

    /** Where a refused form leads. */
    async function leadsTo(fields: Record<string, string>, headers: Record<string, string> = from()) {
      const referer = `${service.url}/suggest?${new URLSearchParams(about)}`;
      const sent = await sendForm(fields, { referer, ...headers });
      const { pathname, searchParams } = new URL(sent.headers.get("location") ?? "", service.url);
      expect([sent.status, pathname]).toEqual([303, "/suggest"]);
      return Object.fromEntries(searchParams);
    }

    test.each<[string, Record<string, string>, Record<string, string>, Record<string, string>?]>([
      ["a program that fills in every field", { [formTrap]: "https://spam.example" }, { refused: "trap" }],
      ["bad fields", { source_url: "ftp://x", note: "" }, { refused: "invalid", problems: "note,source_url" }],
      ["fields that the form does not have", { 歌: "x" }, { refused: "invalid" }],
      ["too much", { note: "é".repeat(2_000) }, { refused: "size" }],
      ["more than 16,000 bytes", { note: "x".repeat(20_000) }, { refused: "size" }],
      ["another type of a form", {}, { refused: "failure" }, { "content-type": "text/plain", accept: "text/html" }],
      ["a key that is none", {}, { refused: "failure" }, { authorization: "Bearer tl_live_none" }],
    ])("%s goes back to the form of the record with the reason", async (_name, part, expected, headers = {}) => {
      expect(await leadsTo({ ...typed, ...part }, { ...from(), ...headers })).toEqual({ ...about, ...expected });
    });

    test("the way back names known fields only, in less than 1 kB", async () => {
      const unknown = Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`戏${index}`, "x"]));
      const long = "戏".repeat(200);
      const bad = { ...typed, ...unknown, note: "", resource: long, id: long, field: long };
      const location = (await sendForm(bad)).headers.get("location") ?? "";

      expect(location.length).toBeLessThan(1_000);
      expect(new URL(location, service.url).searchParams.get("problems")).toMatch(/^(\w+,)*note(,\w+)*$/);
    });

    test("a used-up allowance or day goes back with the reason", async () => {
      const address = from();
      for (let sent = 0; sent < 5; sent += 1) await sendForm(typed, address);
      expect(await leadsTo(typed, address)).toEqual({ ...about, refused: "address" });

      const used = freshAddress();
      const { database } = service.infrastructure;
      await service.get("/api/shows/hamilton", { headers: from(used) });
      await database.query("UPDATE daily_usage SET allowed = daily_limit WHERE subject = $1", [`ip:${used}`]);
      expect(await leadsTo(typed, from(used))).toEqual({ ...about, refused: "requests" });
    });

    test("without the address of its page it goes to the page that says why", async () => {
      for (const referer of ["", `${service.url}/shows/hamilton`])
        expect(await leadsTo({ ...typed, note: "" }, { ...from(), referer })).toEqual({
          refused: "invalid",
          problems: "note",
        });
    });
  });
});
