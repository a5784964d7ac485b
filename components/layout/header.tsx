import Link from "next/link";
import { SignOutButton } from "@/components/accounts/own/sign-out-button";
import { firstKeyPath } from "./new-key-path";
import type { Theme } from "./theme";
import { HeaderMenu, NavLink } from "./header-links";
import { ThemeSwitch } from "./theme-switch";

interface Props {
  theme: Theme;
  /** The signed-in account, or null. */
  reader: { email: string; isStaff: boolean } | null;
  isSignUpOpen: boolean;
}

export function Header({ theme, reader, isSignUpOpen }: Props) {
  return (
    <header className="site-header border-b border-line bg-paper">
      <div className="page-width flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 py-1 sm:gap-x-6">
        <Link
          href="/"
          prefetch={false}
          className="inline-flex min-h-8 items-center gap-2 font-display text-lg font-semibold whitespace-nowrap"
        >
          <Logo />
          Theatre Listings
        </Link>
        <nav aria-label="Main" className="ml-auto hidden flex-wrap gap-x-4 sm:flex">
          <MainLinks reader={reader} isSignUpOpen={isSignUpOpen} />
        </nav>
        <div className={`ml-auto flex items-center gap-2 sm:ml-0 ${reader ? "" : "sm:hidden"}`}>
          <HeaderMenu label={reader ? "Account" : "Menu"} look="header">
            <nav aria-label="Menu" className="grid gap-1 sm:hidden">
              <MainLinks reader={reader} isSignUpOpen={isSignUpOpen} />
            </nav>
            {reader && (
              <div className="grid justify-items-start gap-1 border-t border-line pt-2 max-sm:mt-2 sm:border-0 sm:pt-0">
                <p className="text-sm break-all text-muted">{reader.email}</p>
                <NavLink href="/developers/account">Your account</NavLink>
                <ThemeSwitch chosen={theme} />
                <SignOutButton />
              </div>
            )}
          </HeaderMenu>
        </div>
      </div>
    </header>
  );
}

const publicPages = ["/shows", "/theatres", "/people", "/who", "/search"];

function MainLinks({ reader, isSignUpOpen }: Omit<Props, "theme">) {
  return (
    <>
      <NavLink href="/on" among={publicPages} isPublicPage>
        What’s on
      </NavLink>
      <NavLink href="/docs">Docs</NavLink>
      {reader?.isStaff && <NavLink href="/dashboard">Dashboard</NavLink>}
      {reader && <NavLink href="/developers">Developers</NavLink>}
      {!reader && <NavLink href="/sign-in">Sign in</NavLink>}
      {!reader && isSignUpOpen && (
        <Link
          href={firstKeyPath}
          prefetch={false}
          className="inline-flex min-h-8 items-center rounded border border-edge px-3 text-sm font-semibold whitespace-nowrap hover:bg-sunken max-sm:justify-center"
        >
          Get a free key
        </Link>
      )}
    </>
  );
}

/** A pair of open curtains. Hidden on narrow phones, where the name needs the space. */
function Logo() {
  return (
    <svg viewBox="0 0 24 24" className="size-6 shrink-0 max-[399px]:hidden" aria-hidden="true">
      <path d="M2 3h20v2H2z" fill="var(--gilt)" />
      <path d="M3 5h8c0 6-2 10-6 12v4H3zM21 5h-8c0 6 2 10 6 12v4h2z" fill="var(--curtain-fill)" />
    </svg>
  );
}
