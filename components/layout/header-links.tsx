"use client";

import { Menu } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { useFolding } from "@/components/ui/drop-down";

interface LinkProps {
  href: string;
  /** Only the exact path is current, because subpages have their own links. */
  isExact?: boolean;
  /** Other paths that belong to it. */
  among?: readonly string[];
  /** A public page comes whole from the page cache. */
  isPublicPage?: boolean;
  children: ReactNode;
}

export function NavLink({ href, isExact = false, among = [], isPublicPage = false, children }: LinkProps) {
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

interface MenuProps {
  label: string;
  look: keyof typeof looks;
  children: ReactNode;
}

const looks = {
  header: { icon: "sm:hidden", label: "max-sm:sr-only", panel: "right-0" },
  dashboard: { icon: "", label: "", panel: "left-0 z-30" },
};

/** The links that don't fit into a row, behind a button. Opens without JavaScript; a script closes it after use. */
export function HeaderMenu({ label, look, children }: MenuProps) {
  const here = usePathname();
  // Each page has its own, which is closed.
  return (
    <details key={here} className="relative" {...useFolding()}>
      <summary className="inline-flex min-h-8 cursor-pointer list-none items-center gap-2 rounded border border-edge px-2 text-sm hover:bg-sunken [&::-webkit-details-marker]:hidden">
        <Menu aria-hidden="true" className={`size-4 ${looks[look].icon}`} />
        <span className={looks[look].label}>{label}</span>
      </summary>
      <div className={`absolute z-10 mt-2 w-64 rounded border border-edge bg-floating p-4 ${looks[look].panel}`}>
        {children}
      </div>
    </details>
  );
}
