"use client";

import { BrokenPage } from "@/components/layout/broken-page";
import { fontVariables } from "./fonts";
import "./globals.css";

interface Props {
  error: unknown;
  retry: () => void;
}

/** Takes the place of the layout when that is what failed: no header, but the look of the house. */
export default function GlobalErrorPage({ error, retry }: Props) {
  return (
    <html lang="en-GB" className={fontVariables}>
      <body>
        <title>This page could not be shown · Theatre Listings</title>
        <main>
          <BrokenPage error={error} retry={retry} />
        </main>
      </body>
    </html>
  );
}
