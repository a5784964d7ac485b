"use client";

import { useState } from "react";
import { RadioGroup } from "@/components/ui/radio-group";
import { CopyWithKey } from "@/components/docs/code-text";
import { useSampleKey, withReaderKey } from "@/components/docs/reader-key";
import { firstRequest } from "@/components/layout/new-key-path";
import { Snippet } from "@/components/ui/snippet";
import { exampleCode, fillKey, keyVariable, type Language, languages } from "@/lib/docs/code/example-code.browser";

/** A first request in several languages. Each takes the key from the environment and prints the remaining quota. */
export function QuickStart({ origin }: { origin: string }) {
  const [language, setLanguage] = useState<Language>("curl");
  const { key, shown } = useSampleKey();
  const code = exampleCode({
    method: "GET",
    url: `${origin}${firstRequest}`,
    credentials: "key",
    body: null,
    result: "shows",
    isList: true,
  })[language];
  return (
    <section aria-labelledby="quick-start" className="mt-12 grid gap-4">
      <CopyWithKey />
      <h2 id="quick-start" className="text-2xl font-semibold">
        Quick start
      </h2>
      <p className="max-w-[70ch] text-muted">
        Store the key in the environment variable <code className="font-mono text-ink">{keyVariable}</code>. Never
        commit it. Every response says in <code className="font-mono text-ink">X-RateLimit-Remaining</code> how many
        requests are left today; <code className="font-mono text-ink">/api/quota</code> tells you for free.
      </p>
      <RadioGroup
        legend="Language"
        name="language"
        options={languages.map(({ value, title }) => ({ value, content: title }))}
        value={language}
        onChoose={(next) => setLanguage(next)}
      />
      <Snippet
        label={`First request with ${languages.find(({ value }) => value === language)?.title}`}
        text={key === "" ? code : fillKey(language, code, shown)}
        copied={withReaderKey}
        copyLabel="Copy the example"
      />
    </section>
  );
}
