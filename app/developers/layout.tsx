import type { Metadata } from "next";
import type { ReactNode } from "react";
import { pageSettings } from "@/app/page-infrastructure";
import { sessionOrNull } from "@/app/session";
import { Shortcuts } from "@/components/overview/palette/shortcuts";
import { Providers } from "@/components/layout/providers";
import { permissionsOf } from "@/lib/http/access/permissions.browser";

/** Personal pages are not indexed. */
export const metadata: Metadata = { robots: { index: false, follow: false } };

/** The found-key page is open to visitors without a session. */
export default async function DevelopersLayout({ children }: { children: ReactNode }) {
  const session = await sessionOrNull();
  const { now } = await pageSettings();
  return (
    <Providers madeAt={now()}>
      {children}
      {session && <Shortcuts permissions={permissionsOf(session)} />}
    </Providers>
  );
}
