"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { Shortcuts } from "@/components/palette/shortcuts";
import { nouns, paths } from "@/lib/resources/nouns";
import { capitalised } from "@/lib/resource/terms";
import { useCurrentStaff } from "./current-staff";

/** The dashboard's navigation: beside the page, or above it on narrow screens. */
export function Navigation() {
  const { isAdministrator } = useCurrentStaff();
  const resources = paths.map((path) => ({ href: `/dashboard/${path}`, name: capitalised(nouns[path].plural) }));
  return (
    <nav aria-label="Dashboard" className="flex flex-wrap gap-x-1 sticky-aside lg:grid lg:content-start lg:gap-1">
      <Place href="/dashboard" name="Overview" isExact />
      {resources.map((place) => (
        <Place key={place.href} {...place} />
      ))}
      <Place href="/dashboard/activity" name="Activity" />
      <Place href="/dashboard/data-quality" name="Data quality" />
      {isAdministrator && <Place href="/dashboard/accounts" name="Accounts" />}
      <Shortcuts role={isAdministrator ? "admin" : "editor"} hasButtons />
    </nav>
  );
}

function Place({ href, name, isExact = false }: { href: string; name: string; isExact?: boolean }) {
  const here = usePathname();
  const isHere = here === href || (!isExact && here.startsWith(`${href}/`));
  return (
    <Link
      href={href}
      prefetch={false}
      aria-current={isHere ? "page" : undefined}
      className="inline-flex min-h-8 items-center rounded px-2 text-sm hover:bg-sunken aria-[current=page]:bg-curtain-wash aria-[current=page]:font-semibold aria-[current=page]:text-curtain lg:min-h-10 lg:px-3"
    >
      {name}
    </Link>
  );
}
