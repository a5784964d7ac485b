import { useWrite } from "@/components/form/use-write";
import { useShapes } from "@/components/records/shapes";
import { Button } from "@/components/ui/button";
import { resourceViews, type ResourcePath } from "@/lib/resources/resource-views.browser";
import type { SuggestionRecord } from "@/lib/accounts/suggestions/schema.browser";
import { answerPath, refetchedAfterAnswer, useSuggestionOfPage } from "./use-suggestions";

/** On the page of a record that was opened for a suggestion: what it says, and how it is answered. */
export function SuggestionNotice({ path, id }: { path: ResourcePath; id: string }) {
  const suggestion = useSuggestionOfPage(path, id);
  const { write, isBusy, error } = useWrite();
  const shapes = useShapes();
  if (!suggestion) return null;
  const isOfDetails = shapes[path].details?.some(({ name }) => name === suggestion.field) ?? false;
  const isInForm = !isOfDetails || resourceViews[path].detailsSchema !== undefined;
  const effects = { refetch: refetchedAfterAnswer, doneText: "The suggestion is marked as done." };
  const accept = () => write("PUT", answerPath(suggestion.id), { state: "accepted" }, effects);
  return (
    <section
      aria-label="Suggestion"
      className="mb-6 grid grid-cols-[minmax(0,1fr)] gap-3 rounded border border-edge bg-raised p-4 text-sm"
    >
      <p>
        <strong>A reader suggests a correction</strong>
        {suggestion.field_label !== null && ` of “${suggestion.field_label}”`}
        {suggestion.proposed !== null && (
          <>
            : <bdi className="font-semibold break-words">{suggestion.proposed}</bdi>
          </>
        )}
        .{isInForm && " It is accepted when you save the form below."}
      </p>
      <SuggestionText suggestion={suggestion} />
      {error && (
        <p role="alert" className="text-curtain">
          {error.message}
        </p>
      )}
      <div>
        <Button aria-disabled={isBusy} onClick={() => void accept()}>
          Mark as done
        </Button>
      </div>
    </section>
  );
}

/** The note of a suggestion, its source and how to reach its author. */
export function SuggestionText({ suggestion: { note, source_url, contact } }: { suggestion: SuggestionRecord }) {
  return (
    <>
      <p className="max-w-[70ch] min-w-0 break-words whitespace-pre-line">
        <bdi>{note}</bdi>
      </p>
      {source_url !== null && (
        <p className="min-w-0">
          Source:{" "}
          <a
            href={source_url}
            target="_blank"
            rel="noreferrer nofollow ugc"
            className="break-all underline underline-offset-4"
          >
            {source_url}
          </a>
        </p>
      )}
      {contact !== null && (
        <p className="min-w-0 break-words text-muted">
          Contact: <bdi className="break-words">{contact}</bdi>
        </p>
      )}
    </>
  );
}
