"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";

interface Props {
  href: string;
  /** Only the exact path is current, because subpages have their own links. */
  isExact?: boolean;
  /** Other paths that belong to it. */
  among?: readonly string[];
  /** A public page comes whole from the page cache. */
  isPublicPage?: boolean;
  children: ReactNode;
}

/** A navigation link that marks the current page. */
export function NavLink({ href, isExact = false, among = [], isPublicPage = false, children }: Props) {
  const here = usePathname();
  const isHere = here === href || (!isExact && [href, ...among].some((path) => `${here}/`.startsWith(`${path}/`)));
  const link = {
    href,
    "aria-current": isHere ? ("page" as const) : undefined,
    // Their place shows that they are links.
    className:
      "inline-flex min-h-8 items-center text-sm hover:text-curtain aria-[current=page]:font-semibold aria-[current=page]:text-curtain aria-[current=page]:underline aria-[current=page]:decoration-2 aria-[current=page]:underline-offset-8",
  };
  if (isPublicPage) return <a {...link}>{children}</a>;
  return (
    <Link {...link} prefetch={false}>
      {children}
    </Link>
  );
}
