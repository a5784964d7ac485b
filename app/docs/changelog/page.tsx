import type { Metadata } from "next";
import { frameOf } from "@/app/docs/read";
import { DocsPage } from "@/components/docs/docs-page";
import { LinkedHeading, Prose } from "@/components/docs/text";
import { changelog } from "@/lib/docs/changelog/changelog";

export const metadata: Metadata = {
  title: "Changelog",
  description: "Every change of the Theatre Listings API, with its date.",
  alternates: {
    canonical: "/docs/changelog",
    types: { "application/atom+xml": "/docs/changelog.atom", "application/feed+json": "/docs/changelog.json" },
  },
};

const sections = changelog.map(({ id, title }) => ({ anchor: id, title }));

export default async function ChangelogPage() {
  return (
    <DocsPage {...await frameOf("/docs/changelog", sections)} title="Changelog">
      <div className="max-w-[80ch]">
        <p className="mt-3 text-lg text-muted">
          <Prose text="Every change to the API, newest first. Subscribe to the feed: [Atom](/docs/changelog.atom) or [JSON Feed](/docs/changelog.json). In [the guide to versions](/docs/guides/versions) is what is promised." />
        </p>
        {changelog.map(({ id, date, title, text, added = [], deprecated = [], removed = [] }) => (
          <section key={id} aria-labelledby={id} className="mt-10 border-t border-line pt-6">
            <LinkedHeading anchor={id}>{title}</LinkedHeading>
            <p className="mt-1 text-sm text-muted">
              <time dateTime={date}>{date}</time>
            </p>
            <p className="mt-3">
              <Prose text={text} />
            </p>
            <Operations title="Added" operations={added} />
            <Operations title="Deprecated" operations={deprecated} />
            <Operations title="Removed" operations={removed} />
          </section>
        ))}
      </div>
    </DocsPage>
  );
}

function Operations({ title, operations }: { title: string; operations: readonly string[] }) {
  if (operations.length === 0) return null;
  return (
    <details className="mt-3 text-sm" open={operations.length <= 8}>
      <summary className="min-h-10 cursor-pointer py-2 font-semibold">{`${title}: ${operations.length}`}</summary>
      <ul className="grid gap-x-6 font-mono sm:grid-cols-2">
        {operations.map((operation) => (
          <li key={operation} className="py-px [overflow-wrap:anywhere]">
            {operation}
          </li>
        ))}
      </ul>
    </details>
  );
}
