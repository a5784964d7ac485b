import type { SuggestionRecord } from "@/lib/suggestions/schema.browser";

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
