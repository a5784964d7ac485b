"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { navLook } from "./nav-look";

/** A link of a navigation, which says when one is there already. */
export function NavLink({ href, children }: { href: string; children: ReactNode }) {
  const here = usePathname();
  const isHere = here === href || here.startsWith(`${href}/`);
  return (
    <Link
      href={href}
      prefetch={false}
      aria-current={isHere ? "page" : undefined}
      className={`${navLook} aria-[current=page]:font-semibold aria-[current=page]:text-curtain aria-[current=page]:decoration-curtain`}
    >
      {children}
    </Link>
  );
}
