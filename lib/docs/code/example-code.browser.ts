import { curl } from "./curl.browser.ts";
import { javascript } from "./javascript.browser.ts";
import { php } from "./php.browser.ts";
import { python } from "./python.browser.ts";
import { languages, type ExampleCall, type Code, type Language } from "./schema.browser.ts";

/** Generates the code of a call in every language. */
export function exampleCode(call: ExampleCall): Code {
  return { curl: curl(call), javascript: javascript(call), python: python(call), php: php(call) };
}

/** The language that a cookie or a form names. */
export function parseLanguage(text: string | undefined): Language {
  return languages.find(({ value }) => value === text)?.value ?? "curl";
}
