"use client";

import { useState } from "react";
import { newKeyPath } from "@/components/layout/new-key-path";
import { Button } from "@/components/ui/button";
import { Field, SelectField } from "@/components/ui/field";
import type { ListedKey } from "@/lib/accounts/keys/schema.browser";
import { keyVariable } from "@/lib/docs/code/example-code.browser";
import { setReaderKey, useReaderKey, useSampleKey } from "./reader-key";

/** What is stored of a key that a reader may recognise. */
export type ReaderKeyName = Pick<ListedKey, "name" | "prefix">;

/** Which key the samples send: the one that the reader has just created or pastes, else an environment variable. */
export function SampleKey({ keys }: { keys: ReaderKeyName[] }) {
  const typed = useReaderKey();
  const { key, shown } = useSampleKey();
  const [chosen, setChosen] = useState(keys[0]?.prefix ?? "");
  const wanted = keys.find(({ prefix }) => prefix === chosen);
  if (key !== "") {
    const name = keys.find(({ prefix }) => key.startsWith(prefix))?.name;
    return (
      <div className={`${frame} flex flex-wrap items-center gap-x-4 gap-y-2`} role="group" aria-label={legend}>
        <p className="min-w-0 grow basis-64">
          The samples use {name === undefined ? "your key" : `“${name}”`} (<code className="font-mono">{shown}</code>).
          Copying a sample copies the whole key. It is kept only in this tab.
        </p>
        <Button onClick={() => setReaderKey("")}>Forget this key</Button>
      </div>
    );
  }
  if (keys.length === 0)
    return (
      <p className={frame}>
        The samples read your key from <code className="font-mono">{keyVariable}</code>. You have no active key yet:{" "}
        <a href={newKeyPath} className="underline decoration-edge underline-offset-4 hover:decoration-curtain">
          create one
        </a>
        .
      </p>
    );
  return (
    <details className={frame}>
      <summary className="cursor-pointer">
        The samples read your key from <code className="font-mono">{keyVariable}</code>.{" "}
        <span className="underline decoration-edge underline-offset-4">Fill one in</span>
      </summary>
      <div className="mt-3 grid items-start gap-3 sm:grid-cols-2" role="group" aria-label={legend}>
        <SelectField
          label="Your key"
          value={chosen}
          onChange={({ target }) => setChosen(target.value)}
          hint="We keep only a hash of each key, so you have to paste the key itself."
          options={keys.map(({ name, prefix }) => [prefix, `${name} (${prefix}…)`])}
        />
        <Field
          label="Paste it"
          value={typed}
          placeholder={`${chosen}…`}
          autoComplete="off"
          spellCheck={false}
          autoCapitalize="none"
          data-secret
          hint="It is kept only in this tab and forgotten with it."
          problem={problemOf(typed, wanted)}
          onChange={({ target }) => setReaderKey(target.value)}
        />
      </div>
    </details>
  );
}

const legend = "Key in the samples";
const frame = "mt-4 rounded border border-line bg-raised p-3 text-sm noscript:hidden";

function problemOf(typed: string, wanted: ReaderKeyName | undefined): string | undefined {
  if (typed === "" || wanted === undefined) return undefined;
  if (!typed.startsWith(wanted.prefix)) return `“${wanted.name}” begins with ${wanted.prefix}.`;
  return "That is not the whole key.";
}
