import "server-only";
import type { Env } from "../env.ts";

export type DailyLimits = Pick<Env, "PUBLIC_DAILY_LIMIT" | "KEY_DAILY_LIMIT" | "ACCOUNT_DAILY_LIMIT">;

/** `info.description`: what holds for every path, as Markdown. */
export function introduction({ PUBLIC_DAILY_LIMIT, KEY_DAILY_LIMIT, ACCOUNT_DAILY_LIMIT }: DailyLimits): string {
  return `What is on in London's West End, where, and who is in it.

**Records.** A record always has all of its fields and no others. A field without a value is \`null\`: it is not known, or there is none, such as the closing date of a run that is open-ended. Ids are opaque strings. Dates are \`YYYY-MM-DD\`. In a list, a production also carries its show, and a cast member its person, production and role.

**Lists.** A list is complete: there are no pages. Shows, theatres, people and roles are in the order of their names, without regard to case. Productions are in the order of their opening dates, newest first. Cast members are in the order of \`production_id\`, then billing order (those without one last), then role type as its values are listed, then the person's name. Where these are equal, the id decides.

**Filters.** A filter given several times matches any of its values; a record must match every filter that is given. A value that matches nothing gives an empty list. Unknown query parameters are ignored.

**Limits.** ${inWords(PUBLIC_DAILY_LIMIT)} requests per UTC day without credentials, counted by IP address; ${inWords(KEY_DAILY_LIMIT)} with an API key, unless the key has a limit of its own; ${inWords(ACCOUNT_DAILY_LIMIT)} with the session of an account. The count starts afresh at midnight UTC. Every answer but those of health says in \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\` where the caller stands. Errors count too. Free are a 304, \`GET /quota\` and a CORS preflight.

**Asking again.** A list, a record and this document come with an \`ETag\`. Sent back in \`If-None-Match\`, it gives 304 while nothing has changed, which costs nothing and is answered even when no requests are left. Polling this way spends requests on news only.

**Writes.** Adding, changing and deleting are for the service's own dashboard: they need the session of an editor or an administrator, which an API key never stands for, and come from the service's own origin. A browser that says it is elsewhere gets 403. A body is a JSON object in UTF-8, with \`Content-Type: application/json\`. Send the \`ETag\` of what was read in \`If-Match\`, and no write overwrites one that it has not seen. Whatever is written can be read back, by everybody, as soon as it is acknowledged. Every write is in the activity log, where it can be undone.

**Other methods.** \`HEAD\` answers as \`GET\` does, without the body. \`OPTIONS\` says in \`Allow\` what a path offers.

**Browsers.** Any origin may read (CORS), with an API key or without credentials, but for keys and one's own account; a session's cookie is of use on the service's own pages only.

**Errors.** An error is a JSON object. Its \`error\` is for programs and stays the same; its \`message\`, where there is one, is for people.

**Versions.** The path has no version in it. Pages may come to lists in a future version; at present there are none.

**Sources.** Coordinates of theatres: [© OpenStreetMap contributors](https://www.openstreetmap.org/copyright).`;
}

function inWords(limit: number): string {
  return limit.toLocaleString("en-GB");
}
