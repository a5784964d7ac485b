import { readFileSync } from "node:fs";
import { parseEnv as parseFile } from "node:util";
import { expect, test } from "vitest";
import { settingNames } from "../lib/settings/settings.ts";
import { envExampleText, withSettingsTable } from "./env-example.ts";

const stored = readFileSync(".env.example", "utf8");

test(".env.example has every setting with its default: npm run env:example", () => {
  expect(stored).toBe(envExampleText());
});

test("docs/configuration.md has every setting with its default and its meaning: npm run env:example", () => {
  const guide = readFileSync("docs/configuration.md", "utf8");

  expect(guide).toBe(withSettingsTable(guide));
});

test(".env.example sets nothing, and each setting once when its # is removed", () => {
  const set = parseFile(stored.replaceAll(/^#(?=[A-Z])/gm, ""));

  expect(parseFile(stored)).toEqual({});
  expect(Object.keys(set).sort()).toEqual([...settingNames].sort());
  expect(Object.values(set)).not.toContain("");
});
