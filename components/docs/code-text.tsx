"use client";

import { exampleCode, fillKey } from "@/lib/docs/code/example-code.browser";
import type { ExampleCall, Language } from "@/lib/docs/code/schema.browser";
import { useAskedCall } from "./asked-call";
import { useSampleKey } from "./reader-key";

interface Props {
  language: Language;
  /** Null when `call` says it. */
  text: string | null;
  call: ExampleCall | null;
}

/** An example's code, with the request and the key of the reader if there are any. */
export function CodeText({ language, text, call }: Props) {
  const { key, shown } = useSampleKey();
  const [asked] = useAskedCall();
  const sent = call && key !== "" ? { ...call, ...asked, credentials: "key" as const } : (asked ?? call);
  const code = sent ? exampleCode(sent)[language] : (text ?? "");
  return key === "" ? code : fillKey(language, code, shown);
}
