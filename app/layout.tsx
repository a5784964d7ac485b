import type { Metadata, Viewport } from "next";
import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { Footer } from "@/components/layout/footer";
import { Header } from "@/components/layout/header";
import { parseTheme, themeCookie } from "@/components/layout/theme";
import { may } from "@/lib/http/access/permissions.browser";
import { pageSettings } from "./page-infrastructure";
import { requestOrigin } from "./service-origin";
import { sessionOrNull } from "./session";
import { fontVariables } from "./fonts";
import "./globals.css";

/** Link previews need absolute URLs, and the origin comes from the request. */
export async function generateMetadata(): Promise<Metadata> {
  return {
    metadataBase: new URL(await requestOrigin()),
    title: { default: "Theatre Listings: London’s West End as a JSON API", template: "%s · Theatre Listings" },
    description:
      "A public JSON API of London’s West End: what is on, where, and who is in it. Shows, theatres, people, roles, productions and casts, free to read without a key.",
    openGraph: { type: "website", siteName: "Theatre Listings", locale: "en_GB" },
    twitter: { card: "summary_large_image" },
  };
}

export const viewport: Viewport = { width: "device-width", initialScale: 1, colorScheme: "light dark" };

/** Reading the cookie also makes every page render per request, which per-response nonces need. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const theme = parseTheme((await cookies()).get(themeCookie)?.value);
  const session = await sessionOrNull();
  const { settings } = await pageSettings();
  return (
    <html lang="en-GB" data-theme={theme} className={fontVariables}>
      <body className="flex min-h-dvh flex-col">
        <a href="#content" className="skip-link">
          Skip to content
        </a>
        <Header
          theme={theme}
          reader={session && { email: session.email, isStaff: may(session, "editRecords") }}
          isSignUpOpen={settings.ALLOW_SIGNUP}
        />
        <main id="content" tabIndex={-1} className="grow outline-none">
          {children}
        </main>
        <Footer theme={theme} />
      </body>
    </html>
  );
}
