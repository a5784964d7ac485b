"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";

/** A link of a navigation, which says when one is there already. */
export function NavLink({ href, children }: { href: string; children: ReactNode }) {
  const here = usePathname();
  const isHere = here === href || here.startsWith(`${href}/`);
  return (
    <Link
      href={href}
      prefetch={false}
      aria-current={isHere ? "page" : undefined}
      className="inline-flex min-h-8 items-center text-sm underline decoration-edge underline-offset-4 hover:decoration-curtain aria-[current=page]:font-semibold aria-[current=page]:text-curtain aria-[current=page]:decoration-curtain"
    >
      {children}
    </Link>
  );
}
