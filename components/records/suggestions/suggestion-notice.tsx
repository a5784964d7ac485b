"use client";

import { labelOf } from "@/components/records/form/record-shape";
import { Button } from "@/components/ui/button";
import { useToast } from "@/components/ui/toasts";
import type { ResourcePath } from "@/lib/resources/resource-views.browser";
import { SuggestionText } from "./suggestion-text";
import { useAnswerSuggestion, useSuggestionOfPage } from "./use-suggestions";

/** On the page of a record that was opened for a suggestion: what it says, and how it is answered. */
export function SuggestionNotice({ path, id }: { path: ResourcePath; id: string }) {
  const suggestion = useSuggestionOfPage(path, id);
  const { mutate, isBusy, error } = useAnswerSuggestion(suggestion?.id ?? "");
  const say = useToast();
  if (!suggestion) return null;

  async function accept() {
    if (await mutate({ state: "accepted" })) say({ text: "The suggestion is accepted." });
  }

  return (
    <section
      aria-label="Suggestion"
      className="mb-6 grid grid-cols-[minmax(0,1fr)] gap-3 rounded border border-edge bg-raised p-4 text-sm"
    >
      <p>
        <strong>A reader suggests a correction</strong>
        {suggestion.field !== null && ` of “${labelOf(suggestion.field)}”`}
        {suggestion.proposed !== null && (
          <>
            : <bdi className="font-semibold break-words">{suggestion.proposed}</bdi>
          </>
        )}
        . It is accepted when you save the form below.
      </p>
      <SuggestionText suggestion={suggestion} />
      {error && (
        <p role="alert" className="text-curtain">
          {error.message}
        </p>
      )}
      <div>
        <Button aria-disabled={isBusy} onClick={() => void (isBusy ? undefined : accept())}>
          Accept without saving
        </Button>
      </div>
    </section>
  );
}
