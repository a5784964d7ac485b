import { PageLink, pageOf } from "@/components/records/directory/page-link";
import type { Matches } from "@/lib/listings/pages/schema.browser";
import { capitalised } from "@/lib/records/terms.browser";
import { PageSection } from "./public-page";

const kinds = ["shows", "theatres", "people", "roles"] as const;

/** The records that a search found, by kind. */
export function SearchResults({ q, matches }: { q: string; matches: Matches }) {
  const found = kinds.filter((kind) => matches[kind].length > 0);
  if (found.length === 0)
    return (
      <p className="mt-8" role="status">
        Nothing is called “{q}”. Try fewer letters, or only the beginning of a name.
      </p>
    );
  return found.map((kind) => (
    <PageSection key={kind} id={kind} title={capitalised(kind)}>
      <ul className="mt-2 page-columns">
        {matches[kind].map(({ id, name, note, page }) => (
          <li key={id} className="border-b border-line py-2 [overflow-wrap:anywhere]">
            <PageLink href={pageOf(...page)}>{name}</PageLink>{" "}
            {note !== null && <span className="text-muted">{note}</span>}
          </li>
        ))}
      </ul>
    </PageSection>
  ));
}
