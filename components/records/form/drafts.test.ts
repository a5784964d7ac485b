import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { draftKey, storeDraft, readDraft, readStored, type FormDraft } from "./drafts";

const draft: FormDraft = {
  values: { name: "Anne" },
  base: { record: { id: "ann" }, etag: '"1"' },
  savedAt: "2026-02-27",
};

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
    expect(readDraft(key)).toEqual(draft);
    storeDraft(key, null);
    expect(readDraft(key)).toBeNull();
  });

  test("each account, resource and record has its own draft, including new records", () => {
    const keys = [
      draftKey("ada", "people", "ann"),
      draftKey("ben", "people", "ann"),
      draftKey("ada", "roles", "ann"),
      draftKey("ada", "people", null),
    ];
    expect(new Set(keys).size).toBe(keys.length);
  });

  test.each([
    ["invalid JSON", "{"],
    ["another type of value", "7"],
    ["null", "null"],
    ["an older format", '{"values":{},"savedAt":"2026-02-27"}'],
    ["values that are not an object", '{"values":"x","base":{},"savedAt":"2026-02-27"}'],
    ["a time that is not a string", '{"values":{},"base":{},"savedAt":7}'],
  ])("%s is no draft", (_case, text) => {
    localStorage.setItem("key", text);
    expect(readDraft("key")).toBeNull();
  });
});

test("without storage, or with full storage, nothing is saved and nothing fails", () => {
  storeDraft("key", draft);
  expect(readStored("key")).toBeNull();
});
