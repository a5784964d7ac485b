import Link from "next/link";
import type { Theme } from "@/components/layout/theme";
import { Mark } from "./mark";
import { ThemeSwitch } from "./theme-switch";

export function Header({ theme }: { theme: Theme }) {
  return (
    <header className="border-b border-line">
      <div className="page-width flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 sm:gap-x-6 py-2">
        <Link
          href="/"
          className="inline-flex min-h-8 items-center gap-2 font-display text-lg font-semibold whitespace-nowrap"
        >
          <Mark />
          Theatre Listings
        </Link>
        <nav aria-label="Main" className="ml-auto">
          <a
            href="/api/openapi.json"
            className="inline-flex min-h-8 items-center text-sm underline decoration-edge underline-offset-4 hover:decoration-curtain"
          >
            OpenAPI
          </a>
        </nav>
        <ThemeSwitch chosen={theme} />
      </div>
    </header>
  );
}
