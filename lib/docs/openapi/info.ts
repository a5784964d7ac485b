import "server-only";
import packageFile from "../../../package.json" with { type: "json" };
import type { Env } from "../../settings/env.ts";

/** The settings that the document shows. */
export type DocumentSettings = DailyLimits &
  Pick<Env, "DATA_LICENSE_URL" | "NEXTAUTH_URL" | "SECURITY_CONTACT" | "ADMIN_EMAIL">;

/** `info`: the licence and the terms are those of the data and the service, not of the code (contract §25). */
export function documentInfo(settings: DocumentSettings) {
  const contact = operatorContact(settings);
  return {
    title: "Theatre Listings",
    version: packageFile.version,
    summary: "London West End theatre listings as JSON.",
    description: introduction(settings),
    termsOfService: `${knownOrigin(settings)}/terms`,
    ...(contact !== null && {
      contact: contact.startsWith("mailto:") ? { email: contact.slice("mailto:".length) } : { url: contact },
    }),
    license: { name: licenceName(settings.DATA_LICENSE_URL), url: settings.DATA_LICENSE_URL },
  };
}

/** Empty without `NEXTAUTH_URL`: the document is public and cached, and a caller chooses its `Host`. */
export function knownOrigin({ NEXTAUTH_URL }: DocumentSettings): string {
  return NEXTAUTH_URL === undefined ? "" : new URL(NEXTAUTH_URL).origin;
}

/** The short name of a Creative Commons licence by its address: `CC BY 4.0`; of any other licence, what it is for. */
export function licenceName(url: string): string {
  const [, kind, version] = /^https?:\/\/creativecommons\.org\/licenses\/([a-z-]+)\/(\d\.\d)\//.exec(url) ?? [];
  return kind === undefined ? "The licence of the data" : `CC ${kind.toUpperCase()} ${version}`;
}

/** Where to write to the operator: a `mailto:` or `https:` address; null when none is set. */
export function operatorContact(settings: Partial<Pick<Env, "SECURITY_CONTACT" | "ADMIN_EMAIL">>): string | null {
  const { SECURITY_CONTACT, ADMIN_EMAIL } = settings;
  return SECURITY_CONTACT ?? (ADMIN_EMAIL === undefined ? null : `mailto:${ADMIN_EMAIL}`);
}

type DailyLimits = Pick<Env, "PUBLIC_DAILY_LIMIT" | "KEY_DAILY_LIMIT" | "ACCOUNT_DAILY_LIMIT">;

/** `info.description`: the conventions of every path, as Markdown. */
function introduction({ PUBLIC_DAILY_LIMIT, KEY_DAILY_LIMIT, ACCOUNT_DAILY_LIMIT }: DailyLimits): string {
  return `What is on in London's West End, where and when, who is in it, and who made it.

**Records.** A record always has all of its fields and no others. A field is \`null\` when its value is unknown or does not exist, such as the closing date of an open-ended run. Ids are opaque strings. Dates are \`YYYY-MM-DD\`. In a list, a production also contains its show, a cast member its person, production and role, and a crew member its person and production.

**Lists.** A list is complete: there are no pages. Shows, theatres, people and roles are sorted by name, ignoring case. Productions are sorted by opening date, newest first. Cast members are sorted by \`production_id\`, then billing order (null last), then role type in the order of its values, then the person's name; crew members likewise, by job. Ties are broken by id.

**Filters.** A repeated filter matches any of its values; a record must match every filter. A value that matches nothing gives an empty list. Unknown query parameters are ignored; \`/crew-members\` and every newer path refuse them, and take a parameter once.

**Limits.** ${PUBLIC_DAILY_LIMIT.toLocaleString("en-GB")} requests per UTC day without credentials, counted by IP address; ${KEY_DAILY_LIMIT.toLocaleString("en-GB")} with an API key, unless the key has a limit of its own; ${ACCOUNT_DAILY_LIMIT.toLocaleString("en-GB")} with the session of an account. The count resets at midnight UTC. Every response except those of health reports the caller's quota in \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\`. Paths that refuse unknown parameters, such as \`/shows/{id}/details\`, also send it in \`RateLimit-Policy\` and \`RateLimit\` with every response. Errors count too. A 304, \`GET /quota\`, a CORS preflight and the writes by which a person gets an account or gets into it are free.

**Polling.** Lists, records and this document have an \`ETag\`. Send it back in \`If-None-Match\`, and the response is 304 while nothing has changed. A 304 is free, even when no requests are left, so polling costs requests only for changes.

**Writes.** Writes are for the service's own dashboard: they require the session of an editor or an administrator, and the service's own origin. An API key never authorises a write. A request from another origin gets 403. A body is a JSON object in UTF-8, with \`Content-Type: application/json\`. Send the record's \`ETag\` in \`If-Match\` to avoid overwriting a change that you have not seen. Every client can read a write as soon as it is acknowledged. Every write is in the activity log and can be undone there.

**Other methods.** \`HEAD\` returns what \`GET\` returns, without the body. \`OPTIONS\` lists the path's methods in \`Allow\`.

**Browsers.** Any origin may read (CORS), with an API key or without credentials, except keys and accounts. A session cookie works on the service's own pages only.

**Errors.** An error is a JSON object. Its \`error\` is stable and meant for programs; its \`message\`, if any, is meant for people. \`Link\` with \`rel="help"\` names the section of the guide that says what to do.

**Versions.** Paths contain no version. A future version may add pagination to lists.

**Licence.** The data is offered under the licence that this document names in \`info.license\`, and every list in \`Link\` with \`rel="license"\`. Coordinates of theatres: [© OpenStreetMap contributors](https://www.openstreetmap.org/copyright).`;
}
