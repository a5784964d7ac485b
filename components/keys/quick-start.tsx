"use client";

import { useState } from "react";
import { Choice } from "@/components/ui/choice";
import { Snippet } from "./snippet";
import { keyVariable, type Language } from "@/lib/docs/code/schema";
import { snippetsFor } from "./snippets";

/** The first call, from whichever language the reader writes. */
export function QuickStart({ origin }: { origin: string }) {
  const [language, setLanguage] = useState<Language>("curl");
  const snippets = snippetsFor(origin);
  const chosen = snippets.find(({ value }) => value === language);
  return (
    <section aria-labelledby="quick-start" className="mt-12 grid gap-4">
      <h2 id="quick-start" className="text-2xl font-semibold">
        Quick start
      </h2>
      <p className="max-w-[70ch] text-muted">
        Put the key into the environment as <code className="font-mono text-ink">{keyVariable}</code>, never into the
        source. Every answer says in <code className="font-mono text-ink">X-RateLimit-Remaining</code> how much is left
        today; <code className="font-mono text-ink">/api/quota</code> says it for nothing.
      </p>
      <Choice
        legend="Language"
        name="language"
        options={snippets}
        value={language}
        onChoose={(next) => setLanguage(next)}
      />
      {chosen && <Snippet label={`A first call with ${chosen.face}`} text={chosen.text} copyLabel="Copy the example" />}
    </section>
  );
}
