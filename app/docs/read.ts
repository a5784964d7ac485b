import "server-only";
import { cookies } from "next/headers";
import { cache } from "react";
import { notedInfrastructure, pageSettings } from "@/app/page-infrastructure";
import { requestOrigin } from "@/app/service-origin";
import { prefetch } from "@/app/prefetch";
import { sessionOrNull } from "@/app/session";
import type { ContentsEntry, ContentsProps } from "@/components/docs/docs-page";
import { referenceParts } from "@/components/docs/group-list";
import { type ExampleCall, languageCookie, parseLanguage } from "@/lib/docs/code/example-code.browser";
import type { ReaderKeyName } from "@/components/docs/sample-key";
import { isWorking } from "@/components/portal/keys/key-state";
import { guidesFor } from "@/lib/docs/guides/guides";
import { currentReference } from "@/lib/docs/reference/reference";
import { isPublicRead, type OperationGroup } from "@/lib/docs/reference/schema.browser";
import { listedKey } from "@/lib/accounts/keys/schema.browser";
import { keysRoute } from "@/lib/accounts/keys/api/keys-route";
import { routes } from "@/lib/routes";

/** The documentation for the current settings and data. */
export const readDocs = cache(async () => {
  const origin = await requestOrigin();
  const running = await notedInfrastructure();
  const reference = await currentReference(routes, running);
  return { origin, reference, guides: guidesFor({ origin, limits: running.settings, reference }) };
});

/** The sections of the documentation's first page. */
export const frontSections = [
  { anchor: "first-call", title: "First request" },
  { anchor: "tools", title: "Tools" },
  { anchor: "guides", title: "Guides" },
  ...referenceParts,
  { anchor: "everywhere", title: "Conventions" },
  { anchor: "headers", title: "Headers" },
];

/** The language that the reader chose last, from a cookie. */
export async function readLanguage() {
  return parseLanguage((await cookies()).get(languageCookie)?.value);
}

/** The table of contents. @param sections those of the page `here`; a page of the reference has its operations. */
export async function contentsFor(here: string, sections: ContentsEntry["sections"] = []): Promise<ContentsProps> {
  const { reference, guides } = await readDocs();
  const entry = (href: string, title: string) => ({ href, title, sections: href === here ? sections : [] });
  return {
    here,
    lists: [
      { title: null, entries: [entry("/docs", "Start here"), entry("/docs/changelog", "Changelog")] },
      { title: "Guides", entries: guides.map(({ slug, title }) => entry(`/docs/guides/${slug}`, title)) },
      ...referenceParts.map(({ title, isRead }) => ({
        title,
        entries: reference.groups.flatMap((group) => groupEntries(group, isRead, here)),
      })),
    ],
  };
}

/** The entry of a group's operations of one kind, which leads to the first of them; none when there are none. */
function groupEntries({ slug, name, operations }: OperationGroup, isRead: boolean, here: string): ContentsEntry[] {
  const listed = operations.filter((operation) => isPublicRead(operation) === isRead);
  const [first] = listed;
  if (!first) return [];
  const path = `/docs/${slug}`;
  const href = first === operations[0] ? path : `${path}#${first.anchor}`;
  const sections = listed.map(({ anchor, summary, method }) => ({ anchor, title: summary, method }));
  return [{ href, title: name, sections: path === here ? sections : [] }];
}

/** An operation's example as a sample shows it: for a signed-in reader with a key, which they have or can get. */
export async function sampleCallOf(call: ExampleCall): Promise<ExampleCall> {
  const { origin } = await readDocs();
  const isKeyShown = call.credentials === "none" && call.method === "GET" && (await sessionOrNull()) !== null;
  return { ...call, url: origin + call.url, credentials: isKeyShown ? "key" : call.credentials };
}

/** The reader's active keys, newest first, without their figures; null for a signed-out reader, or if they can't be read. */
export async function readersKeys(): Promise<ReaderKeyName[] | null> {
  if ((await sessionOrNull()) === null) return null;
  const { now } = await pageSettings();
  const answer = (await prefetch({ "/keys": keysRoute }))["/keys"];
  if (!answer) return null;
  return listedKey
    .array()
    .parse(answer.body)
    .filter((key) => isWorking(key, now()))
    .map(({ name, prefix }) => ({ name, prefix }))
    .reverse();
}
