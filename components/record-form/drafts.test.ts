import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { draftKey, storeDraft, readDraft, readStored, type FormDraft } from "./drafts";

const draft: FormDraft = {
  values: { name: "Anne" },
  base: { record: { id: "ann" }, etag: '"1"' },
  savedAt: "2026-02-27",
};

/** The part of a browser's storage that drafts use. */
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

  test("a draft is read as it was kept, until it is given up", () => {
    const key = draftKey("ada", "people", "ann");
    storeDraft(key, draft);
    expect(readDraft(key)).toEqual(draft);
    storeDraft(key, null);
    expect(readDraft(key)).toBeNull();
  });

  test("each account, resource and record has a draft of its own, a new record too", () => {
    const keys = [
      draftKey("ada", "people", "ann"),
      draftKey("ben", "people", "ann"),
      draftKey("ada", "roles", "ann"),
      draftKey("ada", "people", null),
    ];
    expect(new Set(keys).size).toBe(keys.length);
  });

  test.each([
    ["text that is no JSON", "{"],
    ["a value of another kind", "7"],
    ["null", "null"],
    ["an older shape", '{"values":{},"savedAt":"2026-02-27"}'],
    ["values that are no object", '{"values":"x","base":{},"savedAt":"2026-02-27"}'],
    ["a time that is no text", '{"values":{},"base":{},"savedAt":7}'],
  ])("%s is no draft", (_case, text) => {
    localStorage.setItem("key", text);
    expect(readDraft("key")).toBeNull();
  });
});

test("without storage, or without room in it, nothing is kept and nothing fails", () => {
  storeDraft("key", draft);
  expect(readStored("key")).toBeNull();
});
