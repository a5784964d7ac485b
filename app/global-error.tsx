"use client";

import { BrokenPage } from "@/components/layout/broken-page";
import { parseTheme, themeCookie } from "@/components/layout/theme";
import { fontVariables } from "./fonts";
import "./globals.css";

interface Props {
  error: unknown;
  retry: () => void;
}

/** Takes the place of the layout when that is what failed: no header, but the look of the house. A browser makes it. */
export default function GlobalErrorPage({ error, retry }: Props) {
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

/** The server, which else reads the cookie, got no further. */
function chosenTheme() {
  if (typeof document === "undefined") return undefined;
  return parseTheme(new RegExp(`(?:^|; )${themeCookie}=(\\w+)`).exec(document.cookie)?.[1]);
}
