import "server-only";
import { changelog } from "./changelog.ts";

/** The changelog as JSON Feed 1.1 (jsonfeed.org). @param origin `https://listings.example`. */
export function changelogFeed(origin: string) {
  const page = `${origin}/docs/changelog`;
  return {
    version: "https://jsonfeed.org/version/1.1",
    title: "Theatre Listings: changes of the API",
    home_page_url: page,
    feed_url: `${page}.json`,
    language: "en",
    items: changelog.map(({ id, date, title, text, added = [], deprecated = [], removed = [] }) => ({
      id: `${page}#${id}`,
      url: `${page}#${id}`,
      title,
      content_text: [
        text,
        ...lines("Added", added),
        ...lines("Deprecated", deprecated),
        ...lines("Removed", removed),
      ].join("\n"),
      date_published: `${date}T00:00:00Z`,
    })),
  };
}

function lines(word: string, operations: readonly string[]): string[] {
  return operations.map((operation) => `${word}: ${operation}`);
}
