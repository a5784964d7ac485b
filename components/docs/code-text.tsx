"use client";

import { exampleCode } from "@/lib/docs/code/example-code.browser";
import { fillKey } from "@/lib/docs/code/fill-key.browser";
import type { ExampleCall, Language } from "@/lib/docs/code/schema.browser";
import { useSampleKey } from "./reader-key";

interface Props {
  language: Language;
  /** Null when `call` says it. */
  text: string | null;
  call: ExampleCall | null;
}

/** An example's code, with the reader's key if there is one. */
export function CodeText({ language, text, call }: Props) {
  const { key, shown } = useSampleKey();
  const sent = call && key !== "" ? { ...call, credentials: "key" as const } : call;
  const code = sent ? exampleCode(sent)[language] : (text ?? "");
  return key === "" ? code : fillKey(language, code, shown);
}
