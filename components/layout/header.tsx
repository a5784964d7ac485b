import Link from "next/link";
import { SignOutButton } from "@/components/account/sign-out-button";
import type { Theme } from "@/components/layout/theme";
import { Mark } from "./mark";
import { NavLink } from "./nav-link";
import { ThemeSwitch } from "./theme-switch";

/** @param reader who reads the page; null for nobody. */
export function Header({ theme, reader }: { theme: Theme; reader: { isStaff: boolean } | null }) {
  return (
    <header className="border-b border-line">
      <div className="page-width flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 py-2 sm:gap-x-6">
        <Link
          href="/"
          className="inline-flex min-h-8 items-center gap-2 font-display text-lg font-semibold whitespace-nowrap"
        >
          <Mark />
          Theatre Listings
        </Link>
        <nav aria-label="Main" className="ml-auto flex flex-wrap gap-x-4">
          <a href="/api/openapi.json" className={linkLook}>
            OpenAPI
          </a>
          {reader?.isStaff && <NavLink href="/dashboard">Dashboard</NavLink>}
          {reader && <NavLink href="/developers">Developers</NavLink>}
          {!reader && <NavLink href="/sign-in">Sign in</NavLink>}
        </nav>
        {reader && <SignOutButton />}
        <ThemeSwitch chosen={theme} />
      </div>
    </header>
  );
}

const linkLook =
  "inline-flex min-h-8 items-center text-sm underline decoration-edge underline-offset-4 hover:decoration-curtain";
