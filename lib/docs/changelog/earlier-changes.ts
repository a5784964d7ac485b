/** One change of the interface. Operations are named as in the reference, without `/api`. */
export interface InterfaceChange {
  /** Unique, for its anchor. */
  readonly id: string;
  /** The UTC day on which it was released. */
  readonly date: string;
  readonly title: string;
  readonly text: string;
  readonly added?: readonly string[];
  readonly deprecated?: readonly string[];
  /** Operations that were deprecated at least 180 days before. */
  readonly removed?: readonly string[];
}

const resources = ["shows", "theatres", "people", "roles", "productions", "cast-members"];
export const ofEach = (paths: readonly string[], operations: readonly string[]) =>
  paths.flatMap((path) => operations.map((operation) => operation.replace("/*", `/${path}`)));

/** The changes until the types of the public reads, newest first. */
export const earlierChanges: readonly InterfaceChange[] = [
  {
    id: "types",
    date: "2026-11-25",
    title: "Types of the public reads",
    text: "`/api/openapi.d.ts` has the types of all public reads as TypeScript, for programs that need no generator.",
    added: ["GET /openapi.d.ts"],
  },
  {
    id: "tags-of-lists",
    date: "2026-11-24",
    title: "New entity tags of lists",
    text: "The entity tags of the six lists have changed once; their content has not. The next request with `If-None-Match` gets the whole list.",
  },
  {
    id: "search-cursors",
    date: "2026-11-24",
    title: "Pages of searches on any instance",
    text: "The cursor of a search says after which place in the order the next page begins, on every instance alike: a record that keeps its place comes once, one that moves during the walk may be skipped or come twice. Cursors from before this change are refused: begin the walk again.",
  },
  {
    id: "emails-per-address",
    date: "2026-11-23",
    title: "Fewer emails for one address",
    text: "An address gets at most 2 emails an hour and 5 a day with a link to verify it or to reset a password, no matter which account asks. `POST /account/verify/letter` is 429 above that.",
  },
  {
    id: "texts-and-batches",
    date: "2026-11-23",
    title: "Control characters, smaller batches, and files at most 5 seconds behind",
    text: "Names and other texts of one line take no control characters; texts of several lines store each line end as `\\n` and take no others but tabs. Calendars and CSV have no control characters but line ends. `POST /api/changes` takes at most 5,000 changes, 8 MiB and 250,000 JSON values. A key that is followed by anything but spaces and tabs is 401. Calendars and downloads may be up to 5 seconds behind the data.",
  },
  {
    id: "computed-reads",
    date: "2026-11-23",
    title: "Bounds of searches and other computed reads",
    text: "Searches, updates, days, casts, credits, players, calendars and downloads are 503 with `Retry-After` when too many are asked for at once: 20 in parallel are served. With no requests left, `If-None-Match` gets a 304 while the answer is held, otherwise a 429; `If-None-Match: *` counts as a request. In a search a list has each value once, at most 100 ids and 8 fields to sort by; parameters that are too long for `Link` are refused with `limit`. Cursors from before this change are refused: begin the walk again.",
  },
  {
    id: "atom",
    date: "2026-11-23",
    title: "This changelog as Atom",
    text: "The changelog is an Atom feed at `/docs/changelog.atom`, beside the JSON Feed. [The terms](/terms) say what may be done with the data and with a key.",
  },
  {
    id: "licence-and-help",
    date: "2026-11-23",
    title: "The licence on lists, and help in errors",
    text: '`Link` of each list of the six resources names the licence of the data, with `rel="license"`; `Link` of an error names the section of the guide that says what to do, with `rel="help"`. The 404 of a merged record has both `rel="successor-version"` and `rel="help"` in one header. Browsers can read `Link` everywhere. In the OpenAPI document, `info.license` is the licence of the data, `info.termsOfService` leads to the terms, and `servers` is absolute where the address is known.',
  },
  {
    id: "mail",
    date: "2026-11-23",
    title: "Email: forgotten passwords and verified addresses",
    text: "Where the service sends email, a forgotten password is reset by a link in an email, a new account verifies its address by one, and invitations and reset links are also sent by email (`mailed`). Your account says whether its address is `verified`.",
    added: ["POST /account/reset", "POST /account/verify", "POST /account/verify/letter"],
  },
  {
    id: "limit-requests-and-notices",
    date: "2026-11-23",
    title: "Requests for a higher limit, and notices",
    text: "Owners request a higher limit for a key, and administrators answer. Notices tell owners when a key nears its daily limit, expires or was found.",
    added: [
      "GET /keys/{id}/limit-requests",
      "POST /keys/{id}/limit-requests",
      "GET /limit-requests",
      "PUT /limit-requests/{id}",
      "GET /account/notices",
      "DELETE /account/notices/{id}",
    ],
  },
  {
    id: "accounts-and-security-log",
    date: "2026-11-23",
    title: "Accounts, the security log and your own data",
    text: "`GET /api/security-log` now includes key events and failed sign-ins, kept for 400 days. It can be downloaded as CSV and rejects unknown parameters. You can download what is stored about you. Administrators search accounts, end sessions, revoke keys, and see and withdraw invitations.",
    added: [
      "GET /accounts/search",
      "GET /accounts/invitations",
      "DELETE /invitations/{id}",
      "GET /accounts/{id}/sessions",
      "DELETE /accounts/{id}/sessions",
      "DELETE /accounts/{id}/sessions/{session_id}",
      "DELETE /accounts/{id}/keys",
      "GET /account/export",
    ],
  },
  {
    id: "failed-requests",
    date: "2026-11-23",
    title: "Failed requests of a key, and its use by route",
    text: "`GET /api/keys/{id}/requests` lists the requests of a key that failed, with the reason, and finds one by its id. `GET /api/keys/{id}/usage?by=route` counts the answers by route and class of status.",
    added: ["GET /keys/{id}/requests"],
  },
  {
    id: "search",
    date: "2026-11-23",
    title: "Search, filters, relations and paging",
    text: "`GET /api/search` finds names; `GET /api/search/{resource}` narrows, sorts and pages each list, with related records on request.",
    added: ["GET /search", ...resources.map((path) => `GET /search/${path}`)],
  },
  {
    id: "on",
    date: "2026-11-23",
    title: "What is on",
    text: "`GET /api/on` has the productions of a day, with those who are in the cast on that day on request.",
    added: ["GET /on"],
  },
  {
    id: "calendars-and-downloads",
    date: "2026-11-23",
    title: "Calendars and downloads",
    text: "Outside `/api` and without a quota: calendars of the West End, of shows, theatres and people under `/feeds`, and all data as CSV, NDJSON and one archive under `/downloads`.",
  },
  {
    id: "links-and-notes",
    date: "2026-11-23",
    title: "Invitations, reset links and notes of keys",
    text: "Administrators invite people and reset passwords by links that work once. Keys can be renamed and have a note.",
    added: ["POST /accounts/invitations", "POST /accounts/{id}/reset", "POST /account/password", "PATCH /keys/{id}"],
  },
  {
    id: "problems",
    date: "2026-11-23",
    title: "Data quality as a working list",
    text: "Problems have an urgency, can be snoozed with a reason, and are counted for each day.",
    added: ["GET /problems/counts", "POST /problems/snooze", "POST /problems/unsnooze"],
  },
  {
    id: "updates",
    date: "2026-11-23",
    title: "Keep a copy in step",
    text: "`GET /api/updates` has every change of a record in order, deletions and merges included. A guide shows a program that keeps a copy.",
    added: ["GET /updates"],
  },
  {
    id: "casts",
    date: "2026-11-23",
    title: "Who was in what, and when",
    text: "The cast of a production on any day, the credits of a person, the players of a role and the productions of a show.",
    added: [
      "GET /productions/{id}/cast",
      "GET /people/{id}/credits",
      "GET /roles/{id}/players",
      "GET /shows/{id}/productions",
    ],
  },
  {
    id: "details",
    date: "2026-11-23",
    title: "Details, sources and merges",
    text: "What is known about a record beyond its own fields, and where it comes from. A merged record's path names the survivor. Staff can export a resource with everything known about it. These paths refuse unknown parameters and also send `RateLimit` and `RateLimit-Policy`.",
    added: [
      ...ofEach(resources, [
        "GET /*/{id}/details",
        "PUT /*/{id}/details",
        "GET /*/{id}/sources",
        "PUT /*/{id}/sources",
      ]),
      ...ofEach(["shows", "theatres", "people", "roles"], ["POST /*/{id}/merge"]),
      "GET /export/{resource}",
    ],
  },
  {
    id: "sessions",
    date: "2026-11-22",
    title: "Sessions and security events",
    text: "An account sees its sessions and ends them, and sees its security events. Sign-in methods can be disconnected, and found keys reported.",
    added: [
      "GET /account/sessions",
      "DELETE /account/sessions",
      "DELETE /account/sessions/{id}",
      "DELETE /account/identities/{provider}",
      "DELETE /account/found-keys/{id}",
      "POST /keys/found",
      "GET /security-log",
    ],
  },
  {
    id: "first",
    date: "2026-11-21",
    title: "The first version",
    text: "Shows, theatres, people, roles, productions and cast members: lists, records, filters and writes; keys, accounts, the activity log and batches of changes.",
    added: [
      ...ofEach(resources, ["GET /*", "POST /*", "GET /*/{id}", "PUT /*/{id}", "DELETE /*/{id}"]),
      ...["GET /activity", "POST /activity/{id}/revert", "POST /changes", "GET /problems"],
      ...["GET /accounts", "POST /accounts", "PUT /accounts/{id}", "GET /account", "PUT /account", "DELETE /account"],
      ...["GET /keys", "POST /keys", "DELETE /keys/{id}", "POST /keys/{id}/rotate", "GET /keys/{id}/usage"],
      ...["GET /quota", "GET /openapi.json", "GET /health", "GET /health/ready"],
    ],
  },
];
