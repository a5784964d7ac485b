"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { navClass } from "./nav-class";

interface Props {
  href: string;
  /** The pages below it have links of their own. */
  isExact?: boolean;
  children: ReactNode;
}

/** A link of a navigation, which says when one is there already. */
export function NavLink({ href, isExact = false, children }: Props) {
  const here = usePathname();
  const isHere = here === href || (!isExact && here.startsWith(`${href}/`));
  return (
    <Link
      href={href}
      prefetch={false}
      aria-current={isHere ? "page" : undefined}
      className={`${navClass} aria-[current=page]:font-semibold aria-[current=page]:text-curtain aria-[current=page]:decoration-curtain`}
    >
      {children}
    </Link>
  );
}
