import "server-only";
import type { DocsEntry } from "./schema.browser.ts";

/** Words of readers that the texts do not use, by the address of what serves them. */
export const synonyms: Readonly<Record<string, string>> = {
  "/docs/guides/first-call": "start quickstart tutorial hello begin",
  "/docs/guides/first-call#ids": "id ids slug identifier lookup",
  "/docs/guides/keys-and-limits#limits": "rate limits throttling quota pricing plan free tier",
  "/docs/guides/keys-and-limits#key":
    "api token authentication authorization bearer login log in sign in credentials register",
  "/docs/guides/keys-and-limits#care": "rotate rotation revoke delete regenerate leaked secret",
  "/docs/guides/keys-and-limits#higher-limit": "more requests upgrade increase raise",
  "/docs/guides/polling": "cache caching etag conditional 304",
  "/docs/guides/calendars-and-downloads#calendars": "ics ical icalendar webcal google outlook apple subscribe",
  "/docs/guides/calendars-and-downloads#downloads": "csv export dump bulk excel spreadsheet ndjson zip",
  "/docs/guides/keep-a-copy": "sync synchronise synchronize mirror replicate changes feed delta updates database",
  "/docs/guides/browsers": "cors frontend fetch ajax react",
  "/docs/guides/who-was-in": "who played example worked certain sure date cast day",
  "/docs/guides/players": "understudy understudies cover standby swing alternate actor actors",
  "/docs/guides/tonight": "today now schedule performances whats on",
  "/docs/guides/careers": "biography filmography credits history actor",
  "/docs/guides/search": "find query filter autocomplete",
  "/docs/guides/paging": "pagination limit offset cursor page",
  "/docs/guides/versions": "deprecation breaking versioning stability sunset",
};

/** What readers look for and the service does not have, with what serves instead. */
export const substitutes: readonly DocsEntry[] = [
  {
    kind: "section",
    title: "No webhooks: poll the updates",
    about: "GET /api/updates lists every change in order. A request is free while nothing has changed.",
    href: "/docs/guides/keep-a-copy",
    words: "webhook webhooks push callback websocket notification",
  },
  {
    kind: "section",
    title: "No client library: make one from the OpenAPI document",
    about: "/api/openapi.json works with every generator, Postman and Insomnia.",
    href: "/docs#tools",
    words: "sdk client library npm package pypi",
  },
  {
    kind: "section",
    title: "No GraphQL: ask for relations with include",
    about: "GET /api/search/{resource}?include= adds related records, and fields leaves out the rest.",
    href: "/docs/guides/search#include",
    words: "graphql joins nested",
  },
];
