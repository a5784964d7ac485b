"use client";

import { createContext, useContext, useEffect, useRef, useState, type ReactNode } from "react";
import { CopyButton } from "@/components/ui/copy-button";
import {
  type ExampleCall,
  exampleCode,
  fillKey,
  type Language,
  languageCookie,
} from "@/lib/docs/code/example-code.browser";
import { useSampleKey, withReaderKey } from "./reader-key";

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

/** Copies the visible text of the code block around it, so that the page need not carry the text twice. */
export function CopyVisibleCode({ label }: { label: string }) {
  const place = useRef<HTMLSpanElement>(null);

  function findVisibleText(): string {
    const texts = place.current?.closest("[data-code]")?.querySelectorAll("pre") ?? [];
    return withReaderKey([...texts].find((text) => text.checkVisibility())?.textContent ?? "");
  }

  return (
    <span ref={place}>
      <CopyButton text={findVisibleText} label={label} size="small" />
    </span>
  );
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

/** Text that is selected in a sample and copied has the reader's key, as with the sample's button. */
export function CopyWithKey() {
  useEffect(() => {
    document.addEventListener("copy", replaceKey);
    return () => document.removeEventListener("copy", replaceKey);
  }, []);
  return null;
}

function replaceKey(event: ClipboardEvent): void {
  const selected = document.getSelection();
  const text = selected?.toString() ?? "";
  const copied = withReaderKey(text);
  if (copied === text || !selected?.anchorNode?.parentElement?.closest("[data-code]")) return;
  event.clipboardData?.setData("text/plain", copied);
  event.preventDefault();
}

export function CopyForAi() {
  return <CopyButton text={loadWholeText} label="Copy the documentation for AI" size="small" />;
}

async function loadWholeText(): Promise<string> {
  const response = await fetch("/llms-full.txt");
  if (!response.ok) throw new Error("The documentation could not be read.");
  return response.text();
}
