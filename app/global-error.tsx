"use client";

import { BrokenPage } from "@/components/layout/broken-page";
import { parseTheme, themeCookie } from "@/components/layout/theme";
import { fontVariables } from "./fonts";
import "./globals.css";

/** Replaces the layout when the layout itself fails: no header, but the same styles. Rendered in the browser. */
export default function GlobalErrorPage({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <html lang="en-GB" data-theme={chosenTheme()} className={fontVariables}>
      <body>
        <title>This page can’t be shown · Theatre Listings</title>
        <main>
          <BrokenPage error={error} retry={retry} />
        </main>
      </body>
    </html>
  );
}

/** The server normally reads the theme cookie, but it failed before that. */
function chosenTheme() {
  if (typeof document === "undefined") return undefined;
  return parseTheme(new RegExp(`(?:^|; )${themeCookie}=(\\w+)`).exec(document.cookie)?.[1]);
}
