import "server-only";
import earlierChanges from "./earlier-changes.json" with { type: "json" };

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

const ofEach = (paths: readonly string[], operations: readonly string[]) =>
  paths.flatMap((path) => operations.map((operation) => operation.replace("/*", `/${path}`)));

/**
 * Every change of the interface, newest first. An entry stays for good: a test replays them, and the operations that
 * come out must be those of the OpenAPI document.
 */
export const changelog: readonly InterfaceChange[] = [
  {
    id: "activity-of-productions",
    date: "2026-11-29",
    title: "What was changed of a production",
    text: "`GET /activity` takes `production_id`: the changes of a production, its roles, its cast and its crew, in one list.",
  },
  {
    id: "related",
    date: "2026-11-28",
    title: "What refers to a record, in words",
    text: "For staff, `GET /shows/{id}/related` lists the records that refer to a show, with names, notes and dates in words, in groups: what runs, what is to come, what is past. Theatres, people, roles and productions have it too.",
    added: ofEach(["shows", "theatres", "people", "roles", "productions"], ["GET /*/{id}/related"]),
  },
  {
    id: "imports",
    date: "2026-11-27",
    title: "Import a file",
    text: "`POST /imports/{resource}` takes a CSV or JSON file as it is, or as `file` of a form: with `dry_run=true` it answers with the plan, row by row, and without it imports the rows as one change.",
    added: ["POST /imports/{resource}"],
  },
  {
    id: "merge-plans",
    date: "2026-11-27",
    title: "What a merge will do",
    text: "The merges of people, shows, theatres and roles take `dry_run` in their body: the answer is the plan of exactly this merge. A record that is gone is named with the one that it was merged into.",
  },
  {
    id: "plans",
    date: "2026-11-27",
    title: "What a change does, in words",
    text: "Every write that changes something answers `Activity-Id`, the entry by which it is undone; one that changes nothing has no entry. Entries of `GET /activity` have `label` and `differences` in words. A dry run of `POST /changes` has them for each change, `references` of a deletion, and `offers`, which the change takes with `accept`: keep a former name, end engagements with the run. `expect` refuses a change of a record that has other values. `GET /coming` has what opens and closes, and who joins and leaves. `GET /suggestions` has `label`, `field_label` and `present`.",
    added: ["GET /coming"],
  },
  {
    id: "problems-of-running-productions",
    date: "2026-11-27",
    title: "More data problems",
    text: "`GET /problems` also finds several people in one role (`several-in-role`), engagements without confirmation for 18 months (`stale-engagement`), a press night without a first preview (`without-first-preview`), and running productions without a week, a director or an author (`without-schedule`, `without-director`, `without-author`). `GET /problems/counts` counts them.",
  },
  {
    id: "last-known",
    date: "2026-11-27",
    title: "Who was known last",
    text: "`last_known=true` gives `/productions/{id}/cast?on=` and `/on?include=cast` those who are certain on the day, and for each role that no one certainly plays then, and each person without a role, who certainly did on the latest day before. Each entry has that day, `last_known_on`. The tool `who_was_in` of `/mcp` has `last_known`.",
  },
  {
    id: "calendar-of-performances",
    date: "2026-11-27",
    title: "A calendar of the performances of a show",
    text: "`/feeds/shows/{id}/performances.ics` has each performance of the next 60 days, as far as its time is known. The tools `whats_on`, `theatre` and `show_history` of `/mcp` have `performances` of a day, or `week`.",
  },
  {
    id: "seen",
    date: "2026-11-27",
    title: "When a person was seen in it",
    text: "An engagement has `seen`, the days on which the person is known to have been in it. Between the first and the last of them `certain` is true. The tools of `/mcp` have it too.",
  },
  {
    id: "performances",
    date: "2026-11-27",
    title: "When a production plays",
    text: "The details of a production have `schedule`, its ordinary week, and `performances`, what differs from it. Each production of `/on` has the `performances` of the day, `/productions/{id}/performances` those of up to 92 days, and `/search/productions` takes `plays_on`, `plays_at` and `access`.",
    added: ["GET /productions/{id}/performances"],
  },
  {
    id: "current-shows-follow",
    date: "2026-11-27",
    title: "The current show of a theatre follows its runs",
    text: "Once a London day, a theatre whose `current_show_id` names a show whose runs there have all closed gets the show that runs there, or null; one without a current show gets the one that has begun. What staff set stays until its run ends. In `GET /activity` each is a change with `account` null and `by` `schedule`, and can be undone by itself; every entry has `by`.",
  },
  {
    id: "mcp-errors",
    date: "2026-11-27",
    title: "What /mcp can't read is a JSON-RPC error",
    text: "A message to `/mcp` that is too long, malformed or of another content type is answered by a JSON-RPC error with the message's `id` where it can be read. The status stays; the former body is the error's `data`.",
  },
  {
    id: "found-keys-are-notices",
    date: "2026-11-27",
    title: "A found key is a notice",
    text: "Use `GET /account/notices` and `DELETE /account/notices/{id}` in place of `found_keys` in `GET /account` and `DELETE /account/found-keys/{id}`. Both still work, are deprecated, and may be gone from 2027-05-27 on.",
    deprecated: ["DELETE /account/found-keys/{id}"],
  },
  {
    id: "one-count-for-rotations",
    date: "2026-11-27",
    title: "A rotated key and its successor share one count",
    text: "They share it for as long as they live, not only until midnight UTC, and both show the use of both. `GET /keys`, the answer of `PATCH /keys/{id}` and the export have `rotated_from`, the key that a key replaced, and `counts_as`, the key on which it counts.",
  },
  {
    id: "no-key-networks",
    date: "2026-11-27",
    title: "The networks of keys are no longer kept",
    text: "`networks` in `GET /account-keys` and `GET /account/export` is always empty. It is deprecated and may be gone from 2027-05-27 on. The networks of failed requests stay.",
  },
  {
    id: "counts-of-today",
    date: "2026-11-27",
    title: "Counts of data problems are those of today",
    text: "Earlier counts of data problems are no longer kept. In `GET /problems/counts`, the parameter `days` has no effect, and the member `days` has the counts of today alone. Both are deprecated and may be gone from 2027-05-27 on; `now` stays.",
  },
  {
    id: "crew-members",
    date: "2026-11-27",
    title: "Crew members",
    text: "`/api/crew-members` lists the people behind the stage: who directed, wrote and designed each production. The list is strict: an unknown or repeated parameter is 400. Their search is `/api/search/crew-members`, their details have `from` and `to`, and `/updates` has the kind `crew-member`. `/productions/{id}/crew` has the creative team of a production, and `include=crew` adds it to `/on` and to `/search/productions`. `/people/{id}/credits` has `crew_members` beside `cast_members`, also of productions in which the person was only crew. `person_id`, `show_id` and `production_id` of the searches follow both kinds, `/search/people` takes `job`, and the tools `show_history` and `person_credits` of `/mcp` tell who did what.",
    added: [
      ...ofEach(["crew-members"], ["GET /*", "POST /*", "GET /*/{id}", "PUT /*/{id}", "DELETE /*/{id}"]),
      ...ofEach(["crew-members"], ["GET /*/{id}/details", "PUT /*/{id}/details"]),
      ...ofEach(["crew-members"], ["GET /*/{id}/sources", "PUT /*/{id}/sources"]),
      "GET /search/crew-members",
      "GET /productions/{id}/crew",
    ],
  },
  {
    id: "client-package",
    date: "2026-11-27",
    title: "The client is installed from the service",
    text: "`npm install https://<origin>/downloads/client.tgz` installs the client for JavaScript and TypeScript, with declarations and a README. By default it asks the service that it was installed from.",
  },
  {
    id: "wrong-codes",
    date: "2026-11-27",
    title: "Wrong codes of an app, and shorter recovery codes",
    text: "After 100 wrong codes of an authenticator app in a UTC day an account takes recovery codes and passkeys only, until midnight; the limit of 50 within 15 minutes is gone. After 10 its owner gets a notice `wrong-codes`. `SecondFactorRequired` comes with the header `X-Second-Factors`, which names what the account has: `totp`, `passkey`. New recovery codes have 12 characters; earlier ones still work.",
  },
  {
    id: "fresh-sign-ins",
    date: "2026-11-27",
    title: "More needs a sign-in within 10 minutes",
    text: "As changes of second factors did before, these operations are 403 `Sign in again` when the sign-in was more than 10 minutes ago: `POST /accounts/invitations`, `PUT /accounts/{id}`, `POST /accounts/{id}/reset`, the `DELETE` of another account's sessions and keys, `GET /account/export`, `DELETE /account` and `DELETE /account/identities/{provider}`. `POST /accounts/{id}/reset` of the own account is 409. An account without a password can be deleted after any fresh sign-in, also by a passkey.",
  },
  {
    id: "free-entry",
    date: "2026-11-27",
    title: "Getting in is free",
    text: "`POST /accounts`, `/account/passkey-options`, `/account/link`, `/account/password`, `/account/verify` and `/account/reset` no longer count as requests of the day, and are answered when none are left. Each has a limit of its own: 60 a minute for an IP address, 240 for its network (429 with `Retry-After`).",
  },
  {
    id: "undo-one-record",
    date: "2026-11-27",
    title: "Undo one record, and tags that a proxy has changed",
    text: "`POST /activity/{id}/revert?only=record` undoes what a change did to the entry's record alone. `If-Match` and the guards of bodies take an entity tag that a proxy has made weak (`W/`) or to which it has added a coding (`-gzip`).",
  },
  {
    id: "announced-is-certain",
    date: "2026-11-27",
    title: "An announced cast is certain on its first day",
    text: "`certain` is true on the day on which an engagement without a last day certainly has begun, also when that day is to come: casts, `/on`, and what follows from them.",
  },
  {
    id: "mcp-for-every-client",
    date: "2026-11-27",
    title: "MCP for every client, within bounds",
    text: "`/mcp` answers JSON for any `Accept`. `null` or an empty text for an optional argument means that it is absent, a number may be sent as text, and errors of tools are those of the API and name the caller's arguments. Messages that cost nothing are at most 60 a minute for a network (a /24, or a /48 of IPv6), then 429 with `Retry-After`. Four calls of tools run at a time, two for one address.",
  },
  {
    id: "visible-texts",
    date: "2026-11-27",
    title: "Names that read as what they are",
    text: "A text has at least one visible character. Names and titles hold no characters that change the direction of text (400); soft hyphens, zero-width spaces and byte order marks in them are dropped. Stored texts stay as they are. Search takes ligatures and full-width forms for their letters, and skips what is invisible.",
  },
  {
    id: "suggestion-pages",
    date: "2026-11-27",
    title: "Suggestions: bounds, pages and groups",
    text: "Besides 5 a day for an address and 20 for a key, a network (/24 or /48) sends 20 suggestions a day, and all without a key together 500; more are 429. `GET /suggestions` is newest first, has at most 100 (`limit`), leads to the next ones with `Link` and `cursor`, and takes `resource`, `record_id` and `id`. `group_id` is the same for what one network sent on one day; `PUT /suggestions/{id}` with `whole_group` declines all of it. A suggestion without an answer is deleted after a year.",
  },
  ...earlierChanges,
];
