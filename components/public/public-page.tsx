import type { ReactNode } from "react";
import { NavLink } from "@/components/layout/header-links";
import { RequestLine } from "@/components/layout/request-line";
import { TitledSection } from "@/components/ui/titled-section";
import type { Footnote } from "@/lib/listings/pages/schema.browser";
import { FootnoteList } from "./footnotes";
import { PageScript } from "./page-script";

interface Props {
  title: ReactNode;
  /** What it is, in a line. */
  lede: ReactNode;
  /** Structured data for search engines. */
  jsonLd?: object;
  footnotes?: readonly Footnote[];
  end?: EndLineProps;
  children: ReactNode;
}

/** The ways between the public pages. */
const places = [
  { href: "/on", name: "What’s on" },
  { href: "/shows", name: "Shows" },
  { href: "/theatres", name: "Theatres" },
  { href: "/who", name: "Who was in it?" },
];

/** A public page for people: works without JavaScript; the page cache sends it without React's scripts. */
export function PublicPage({ title, lede, jsonLd, footnotes = [], end, children }: Props) {
  return (
    <div className="page-width py-6 sm:py-10">
      <nav
        aria-label="Listings"
        className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm whitespace-nowrap sm:gap-x-6 print:hidden"
      >
        {places.map(({ href, name }) => (
          <NavLink key={href} href={href} isPublicPage>
            {name}
          </NavLink>
        ))}
        <SearchForm />
      </nav>
      <h1 className="mt-8 text-4xl leading-tight font-semibold [overflow-wrap:anywhere] sm:text-5xl">{title}</h1>
      <p className="mt-3 max-w-[65ch] text-lg text-muted [overflow-wrap:anywhere]">{lede}</p>
      {children}
      <FootnoteList footnotes={footnotes} />
      {end && <EndLine {...end} />}
      {jsonLd && (
        <script
          type="application/ld+json"
          // A name may contain `</script>`.
          dangerouslySetInnerHTML={{ __html: JSON.stringify(jsonLd).replaceAll("<", "\\u003c") }}
        />
      )}
      <PageScript />
    </div>
  );
}

/** @param isMain whether the page is about the search, so that the form is larger. */
export function SearchForm({ text = "", isMain = false }: { text?: string; isMain?: boolean }) {
  const look = isMain ? "min-h-10 sm:w-80" : "min-h-8 sm:w-64";
  return (
    <form
      action="/search"
      role="search"
      aria-label={isMain ? "All names" : "Listings"}
      className={`flex gap-2 max-sm:w-full ${isMain ? "" : "sm:ml-auto"}`}
    >
      <input
        type="search"
        name="q"
        aria-label="Search shows, theatres and people"
        placeholder="Shows, theatres, people"
        defaultValue={text}
        maxLength={100}
        className={`w-full min-w-0 rounded border border-edge bg-raised px-3 ${look}`}
      />
      <button
        type="submit"
        className="cursor-pointer rounded border border-edge bg-raised px-3 font-semibold hover:bg-sunken"
      >
        Search
      </button>
    </form>
  );
}

/** A part of a public page. */
export function PageSection(section: { id: string; title: ReactNode; children: ReactNode }) {
  const look = "scroll-mt-6 border-t border-line pt-4 text-2xl [overflow-wrap:anywhere]";
  return <TitledSection {...section} className="mt-10" look={look} />;
}

/** What is wrong with the address, above what the page shows instead. */
export function Problem({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="mt-4 rounded border border-danger bg-danger-wash p-3 [overflow-wrap:anywhere]">
      {children}
    </p>
  );
}

interface EndLineProps {
  /** The calls of the API that give the same. */
  calls: readonly string[];
  /** The address of the calendar. */
  calendar?: string;
  /** The record that a reader can correct. */
  record?: { resource: string; id: string };
}

const linkClass = "underline decoration-edge underline-offset-4 hover:decoration-curtain";

/** The last line of a public page: the same as JSON, as a calendar, and where to correct it. */
function EndLine({ calls, calendar, record }: EndLineProps) {
  return (
    <p className="mt-10 flex flex-wrap gap-x-6 gap-y-2 border-t border-line pt-4 text-sm text-muted print:hidden">
      <span className="[overflow-wrap:anywhere]">
        As JSON (one request):{" "}
        {calls.map((call, index) => (
          <span key={call}>
            {index > 0 && ", "}
            <a href={call} rel="nofollow" className={`font-mono ${linkClass}`}>
              {call}
            </a>
          </span>
        ))}
      </span>
      {calendar !== undefined && (
        <a href={calendar} className={linkClass}>
          Calendar
        </a>
      )}
      {record && (
        <a href={`/suggest?${new URLSearchParams({ ...record }).toString()}`} rel="nofollow" className={linkClass}>
          Suggest a correction
        </a>
      )}
    </p>
  );
}

const things = { shows: "show", theatres: "theatre", people: "person" };

interface NotHereProps {
  place: keyof typeof things;
  id: string;
  requestId: string | null;
}

/** A record that is not there: a search for the words of its id, which may have a similar name. */
export function NotHere({ place, id, requestId }: NotHereProps) {
  const thing = things[place];
  const lede = `No ${thing} has this address. It may have been removed, or the address is mistyped. Search for it:`;
  return (
    <PublicPage title={`No such ${thing}`} lede={lede}>
      <div className="mt-6 flex">
        <SearchForm text={id.replaceAll("-", " ").slice(0, 100)} isMain />
      </div>
      {requestId !== null && <RequestLine label="Request ID" text={requestId} />}
    </PublicPage>
  );
}
