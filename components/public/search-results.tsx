import { PageLink, pageOf } from "@/components/records/directory/page-link";
import type { FoundName, Matches } from "@/lib/listings/pages/schema.browser";
import { PageSection } from "./public-page";

/** The records that a search found, by kind. */
export function SearchResults({ q, matches }: { q: string; matches: Matches }) {
  const { shows, theatres, people, roles } = matches;
  const linked = (path: "shows" | "theatres" | "people", all: readonly FoundName[]) =>
    all.map((match) => ({ ...match, href: pageOf(path, match.id) }));
  const groups = [
    { id: "shows", title: "Shows", found: linked("shows", shows) },
    { id: "theatres", title: "Theatres", found: linked("theatres", theatres) },
    { id: "people", title: "People", found: linked("people", people) },
    {
      id: "roles",
      title: "Roles",
      found: roles.map(({ show, ...match }) => ({ ...match, href: pageOf("shows", show.id) })),
    },
  ].filter(({ found }) => found.length > 0);
  if (groups.length === 0)
    return (
      <p className="mt-8" role="status">
        Nothing is called “{q}”. Try fewer letters, or only the beginning of a name.
      </p>
    );
  return groups.map(({ id, title, found }) => (
    <PageSection key={id} id={id} title={title}>
      <ul className="mt-2 page-columns">
        {found.map(({ id: record, name, href, note }) => (
          <li key={record} className="border-b border-line py-2 [overflow-wrap:anywhere]">
            <PageLink href={href}>{name}</PageLink> {note !== null && <span className="text-muted">{note}</span>}
          </li>
        ))}
      </ul>
    </PageSection>
  ));
}
