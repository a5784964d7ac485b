import "server-only";
import { changelog, type InterfaceChange } from "./changelog.ts";

const title = "Theatre Listings: changes of the API";

/** The changelog as JSON Feed 1.1 (jsonfeed.org). @param origin `https://listings.example`. */
export function changelogFeed(origin: string) {
  const page = `${origin}/docs/changelog`;
  return {
    version: "https://jsonfeed.org/version/1.1",
    title,
    home_page_url: page,
    feed_url: `${page}.json`,
    language: "en",
    items: changelog.map((change) => ({
      id: `${page}#${change.id}`,
      url: `${page}#${change.id}`,
      title: change.title,
      content_text: textOf(change),
      date_published: publishedAt(change),
    })),
  };
}

/** The same entries as an Atom feed (RFC 4287). @param origin `https://listings.example`. */
export function changelogAtom(origin: string): string {
  const page = escaped(`${origin}/docs/changelog`);
  const entries = changelog.map(
    (change) => `  <entry>
    <id>${page}#${escaped(change.id)}</id>
    <link rel="alternate" type="text/html" href="${page}#${escaped(change.id)}"/>
    <title>${escaped(change.title)}</title>
    <updated>${publishedAt(change)}</updated>
    <content type="text">${escaped(textOf(change))}</content>
  </entry>
`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
  <id>${page}</id>
  <title>${title}</title>
  <updated>${changelog[0] ? publishedAt(changelog[0]) : "1970-01-01T00:00:00Z"}</updated>
  <author><name>Theatre Listings</name></author>
  <link rel="alternate" type="text/html" href="${page}"/>
  <link rel="self" type="application/atom+xml" href="${page}.atom"/>
${entries.join("")}</feed>
`;
}

function publishedAt({ date }: InterfaceChange): string {
  return `${date}T00:00:00Z`;
}

function textOf({ text, added, deprecated, removed }: InterfaceChange): string {
  const lists = Object.entries({ Added: added, Deprecated: deprecated, Removed: removed });
  return [text, ...lists.flatMap(([word, list = []]) => list.map((operation) => `${word}: ${operation}`))].join("\n");
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (sign) => entities[sign] ?? sign);
}
