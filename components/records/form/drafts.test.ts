import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { shapes } from "@/lib/resources/shapes";
import { draftKey, draftsOfPage, hasDraft, readDraft, storeDraft, readStored, type FormDraft } from "./drafts";
import { recordShape } from "./record-shape";

const people = recordShape("people", shapes.people);
const details = recordShape("theatres", shapes.theatres, "details");

const base = { record: { id: "ann" }, etag: '"1"' };
const draft: FormDraft = { values: { name: "Anne" }, base, savedAt: "2026-02-27" };

/** The part of Web Storage that drafts use. */
function storage() {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
}

describe("drafts in this browser", () => {
  beforeEach(() => {
    vi.stubGlobal("localStorage", storage());
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  test("a draft is read back as saved, until it is discarded", () => {
    const key = draftKey("ada", "people", "ann");
    storeDraft(key, draft);
    expect(readDraft(key, people)).toEqual(draft);
    storeDraft(key, null);
    expect([readDraft(key, people), hasDraft(key)]).toEqual([null, false]);
  });

  test("each account, resource and record has its own draft, including new records", () => {
    const forms = ["ada people ann", "ben people ann", "ada roles ann", "ada people"].map((form) => form.split(" "));
    const keys = forms.map(([account = "", resource = "", id = null]) => draftKey(account, resource, id));
    expect(new Set(keys).size).toBe(keys.length);
  });

  test.each([
    ["invalid JSON", "{"],
    ["an older format", '{"values":{},"savedAt":"2026-02-27"}'],
    ["a base without a record", JSON.stringify({ ...draft, base: {} })],
    ["a time that is none", JSON.stringify({ ...draft, savedAt: "yesterday" })],
    ["a line that is no text", JSON.stringify({ ...draft, values: { name: 7 } })],
    ["an entity tag that is no text", JSON.stringify({ ...draft, base: { record: {}, etag: 7 } })],
  ])("%s is no draft", (_case, text) => {
    localStorage.setItem("key", text);
    expect([readDraft("key", people), hasDraft("key")]).toEqual([null, true]);
  });

  const alias = { name: "The Globe", kind: "former", from: "1906", to: null };

  test.each<[string, boolean, Record<string, unknown>, Record<string, unknown>?]>([
    ["entries and ids as JSON", true, { aliases: JSON.stringify([alias]), external_ids: '{"imdb":"co1"}' }],
    ["empty texts, and a field that is newer than the draft", true, { aliases: "", website: "" }],
    ["a date of an entry that is not understood yet", true, { aliases: JSON.stringify([{ ...alias, to: "" }]) }],
    ["a list that is plain text", false, { aliases: "The Globe" }],
    ["a date of an entry that is none", false, { aliases: JSON.stringify([{ ...alias, to: "1999-99" }]) }],
    ["an id that is no text", false, { external_ids: '{"imdb":{}}' }],
    ["a base whose list is none", false, {}, { aliases: "The Globe" }],
  ])("of details with %s: readable is %s", (_case, isReadable, values, record = {}) => {
    localStorage.setItem("key", JSON.stringify({ ...draft, values, base: { record, etag: null } }));
    expect(readDraft("key", details) !== null).toBe(isReadable);
  });
});

test("without storage, or with full storage, nothing is saved and nothing fails", () => {
  storeDraft("key", draft);
  expect(readStored("key")).toBeNull();
});

test("the error page of a record finds the drafts of its forms, and of no other record or account", () => {
  const found = (address: string) => draftsOfPage("ada", new URL(address, "http://localhost"));

  expect(found("/dashboard/productions/the%20play?field=name")).toEqual(
    expect.arrayContaining([
      draftKey("ada", "productions", "the play"),
      draftKey("ada", "productions/details", "the play"),
      draftKey("ada", "cast", "the play"),
    ]),
  );
  expect(found("/dashboard/shows/new?name=X")).toEqual([draftKey("ada", "shows", null, { name: "X" })]);
  expect([found("/dashboard"), found("/dashboard/shows")]).toEqual([[], []]);
});
