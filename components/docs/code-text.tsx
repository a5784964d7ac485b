"use client";

import { createContext, useContext, useEffect, useState, type ReactNode } from "react";
import {
  type ExampleCall,
  exampleCode,
  fillKey,
  type Language,
  languageCookie,
} from "@/lib/docs/code/example-code.browser";
import { useSampleKey } from "./reader-key";

type ReaderCall = readonly [call: ExampleCall | null, setCall: (call: ExampleCall | null) => void];

export const ReaderCallContext = createContext<ReaderCall>([null, () => undefined]);

/** Lets the sample beside a form show the reader's own request; null while that is the sample's. */
export function ReaderCallProvider({ children }: { children: ReactNode }) {
  return <ReaderCallContext value={useState<ExampleCall | null>(null)}>{children}</ReaderCallContext>;
}

interface Props {
  language: Language;
  /** Null when `call` says it. */
  text: string | null;
  call: ExampleCall | undefined;
}

/** An example's code, with the request and the key of the reader if there are any. */
export function CodeText({ language, text, call }: Props) {
  const { key, shown } = useSampleKey();
  const [readerCall] = useContext(ReaderCallContext);
  const sent = call && key !== "" ? { ...call, ...readerCall, credentials: "key" as const } : (readerCall ?? call);
  const code = sent ? exampleCode(sent)[language] : (text ?? "");
  return key === "" ? code : fillKey(language, code, shown);
}

const choices = "input[data-language-choice]";
const yearSeconds = 31_536_000;

/** A language chosen in one example applies to all examples and to later pages. */
export function RememberLanguage() {
  useEffect(() => {
    document.addEventListener("change", followChoice);
    return () => document.removeEventListener("change", followChoice);
  }, []);
  return null;
}

function followChoice({ target }: Event): void {
  if (!(target instanceof HTMLInputElement) || !target.matches(choices)) return;
  for (const other of document.querySelectorAll<HTMLInputElement>(choices)) {
    if (other.value === target.value) other.checked = true;
  }
  document.cookie = `${languageCookie}=${target.value}; Path=/docs; Max-Age=${yearSeconds}; SameSite=Lax`;
}
