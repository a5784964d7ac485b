import "server-only";
import { cookies } from "next/headers";
import { cache } from "react";
import { notedInfrastructure } from "@/app/page-infrastructure";
import { requestOrigin } from "@/app/service-origin";
import { sessionOrNull } from "@/app/session";
import type { ContentsEntry, ContentsProps } from "@/components/docs/docs-page";
import { referenceParts } from "@/components/docs/group-list";
import { type ExampleCall, languageCookie, parseLanguage } from "@/lib/docs/code/example-code.browser";
import { guidesFor } from "@/lib/docs/guides/guides";
import { currentReference } from "@/lib/docs/reference/reference";
import { isPublicRead, type OperationGroup } from "@/lib/docs/reference/schema.browser";
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

/** What is around the text of a page. @param sections those of the page `here`; a page of the reference has its operations. */
export async function frameOf(here: string, sections: ContentsEntry["sections"] = []) {
  const { reference, guides } = await readDocs();
  const entry = (href: string, title: string) => ({ href, title, sections: href === here ? sections : [] });
  const lists: ContentsProps["lists"] = [
    { title: null, entries: [entry("/docs", "Start here"), entry("/docs/changelog", "Changelog")] },
    { title: "Guides", entries: guides.map(({ slug, title }) => entry(`/docs/guides/${slug}`, title)) },
    ...referenceParts.map(({ title, isRead }) => ({
      title,
      entries: reference.groups.flatMap((group) => groupEntries(group, isRead, here)),
    })),
  ];
  return { contents: { here, lists }, isSignedIn: await isSignedIn() };
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
  const isKeyShown = call.credentials === "none" && call.method === "GET" && (await isSignedIn());
  return { ...call, url: origin + call.url, credentials: isKeyShown ? "key" : call.credentials };
}

async function isSignedIn(): Promise<boolean> {
  return (await sessionOrNull()) !== null;
}
