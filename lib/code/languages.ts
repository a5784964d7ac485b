import type { Call } from "./schema.ts";
import { curl } from "./curl.ts";
import { javascript } from "./javascript.ts";
import { php } from "./php.ts";
import { python } from "./python.ts";

/** The languages that the documentation speaks, in the order in which it offers them. */
export const languages = [
  { value: "curl", face: "curl" },
  { value: "javascript", face: "JavaScript" },
  { value: "python", face: "Python" },
  { value: "php", face: "PHP" },
] as const;

export type Language = (typeof languages)[number]["value"];

/** A program, or a part of one, in each of the languages. */
export type Code = Record<Language, string>;

/** The one place where a call becomes code. */
export function codeFor(call: Call): Code {
  return { curl: curl(call), javascript: javascript(call), python: python(call), php: php(call) };
}

/** The language that a cookie or a form names. */
export function parseLanguage(text: string | undefined): Language {
  return languages.find(({ value }) => value === text)?.value ?? "curl";
}
