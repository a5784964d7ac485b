"use client";

import { newKeyPath } from "@/components/layout/new-key-path";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { keyVariable } from "@/lib/docs/code/example-code.browser";
import { setReaderKey, useReaderKey, useSampleKey } from "./reader-key";

/** Which key the samples send: the one that the reader has just created or pastes, else an environment variable. */
export function SampleKey() {
  const typed = useReaderKey();
  const { key, name, shown } = useSampleKey();
  if (key !== "") {
    return (
      <div className={`${frame} flex flex-wrap items-center gap-x-4 gap-y-2`} role="group" aria-label={legend}>
        <p className="min-w-0 grow basis-64">
          The samples use {name === null ? "your key" : `“${name}”`} (<code className="font-mono">{shown}</code>).
          Copying a sample copies the whole key. It is kept only in this tab.
        </p>
        <Button onClick={() => setReaderKey("")}>Forget this key</Button>
      </div>
    );
  }
  return (
    <details className={frame}>
      <summary className="cursor-pointer">
        The samples read your key from <code className="font-mono">{keyVariable}</code>.{" "}
        <span className="underline decoration-edge underline-offset-4">Fill one in</span>
      </summary>
      <div className="mt-3 max-w-md" role="group" aria-label={legend}>
        <Field
          label="Paste it"
          value={typed}
          placeholder="tl_live_…"
          autoComplete="off"
          spellCheck={false}
          autoCapitalize="none"
          data-secret
          hint={
            <>
              It is kept only in this tab and forgotten with it.{" "}
              <a href={newKeyPath} className="underline decoration-edge underline-offset-4 hover:decoration-curtain">
                Create a key
              </a>
            </>
          }
          problem={typed === "" ? undefined : "That is not a whole key."}
          onChange={({ target }) => setReaderKey(target.value)}
        />
      </div>
    </details>
  );
}

const legend = "Key in the samples";
const frame = "mt-4 rounded border border-line bg-raised p-3 text-sm noscript:hidden";
