"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { createElement, type ComponentType, type ReactNode, useEffect, useState } from "react";
import { HeaderMenu } from "@/components/layout/header-links";
import { Shortcuts } from "@/components/overview/palette/shortcuts";
import type { ProblemCounts } from "@/lib/editing/data-quality/schema.browser";
import { useApi } from "@/lib/http/client/hooks.browser";
import type { ManagedLimitRequest } from "@/lib/accounts/keys/limit-requests/schema.browser";
import type { SuggestionRecord } from "@/lib/accounts/suggestions/schema.browser";
import { useCurrentStaff } from "../accounts/current-staff";
import { placeGroups, type Place } from "./places";

/** Leaves slow connections to what the page itself is about. */
const laterMilliseconds = 3_000;

/** By address; `other` for any other. */
type Icons = Readonly<Record<string, ReactNode>>;

/** The dashboard's navigation: beside the page, or in a menu above it on narrow screens. */
export function Navigation({ icons }: { icons: Icons }) {
  const { permissions } = useCurrentStaff();
  const groups = placeGroups(permissions);
  const here = usePathname();
  const current = groups.flatMap(({ places }) => places).find((place) => isAt(here, place));
  const list = (
    <ul className="grid gap-3">
      {groups.map(({ title, places }) => (
        <li key={title}>
          {title && <p className="px-3 pb-1 text-xs font-semibold text-muted">{title}</p>}
          <ul aria-label={title ?? undefined}>
            {places.map((place) => (
              <li key={place.href}>
                <Link
                  href={place.href}
                  prefetch={false}
                  aria-current={isAt(here, place) ? "page" : undefined}
                  // The bar at the side marks the current page also without colours.
                  className="flex min-h-8 items-center gap-2 rounded border-l-4 border-transparent px-2 text-sm hover:bg-sunken aria-[current=page]:border-curtain aria-[current=page]:bg-curtain-wash aria-[current=page]:font-semibold aria-[current=page]:text-curtain forced-colors:border-[Canvas] forced-colors:aria-[current=page]:border-[Highlight]"
                >
                  {icons[place.href] ?? icons["other"]}
                  {place.name}
                  {place.waiting && createElement(waiting[place.waiting], { what: place.waiting })}
                </Link>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
  return (
    <div className="sticky-aside flex gap-2 lg:grid lg:max-h-[calc(100dvh-var(--sticky-top,16px))] lg:content-start lg:gap-4 lg:self-start lg:overflow-y-auto lg:p-1">
      <div className="lg:hidden">
        <HeaderMenu label={current?.name ?? "Menu"} look="dashboard">
          <nav aria-label="Dashboard">{list}</nav>
        </HeaderMenu>
      </div>
      <Shortcuts permissions={permissions} hasButtons>
        <nav aria-label="Dashboard" className="hidden lg:block">
          {list}
        </nav>
      </Shortcuts>
    </div>
  );
}

/** How many wait at a place. */
const waiting: Readonly<Record<NonNullable<Place["waiting"]>, ComponentType<{ what: string }>>> = {
  // Without snoozed ones.
  problem: counter("/problems/counts", ({ now }: ProblemCounts) =>
    Object.values(now).reduce((total, one) => total + one, 0),
  ),
  suggestion: counter("/suggestions?state=received", ({ length }: SuggestionRecord[]) => length, 100),
  "limit request": counter(
    "/limit-requests",
    (all: ManagedLimitRequest[]) => all.filter(({ state }) => state === "received").length,
  ),
};

/** @param pageLength there may be more than so many. */
function counter<Body>(path: string, countIn: (body: Body) => number, pageLength = Infinity) {
  return function Count({ what }: { what: string }) {
    const { data } = useApi<Body>(path, { isEnabled: useIsLater() });
    const count = data ? countIn(data.body) : 0;
    if (count === 0) return null;
    return (
      <span className="ml-auto rounded border border-edge px-1 font-mono text-xs font-normal text-ink">
        {count}
        {count >= pageLength && "+"}
        <span className="sr-only"> {count === 1 ? what : `${what}s`}</span>
      </span>
    );
  };
}

function isAt(here: string, { href, isExact = false }: Place): boolean {
  return here === href || (!isExact && here.startsWith(`${href}/`));
}

/** Whether the page is some seconds old: then it can ask for what is beside its own data. */
function useIsLater(): boolean {
  const [isLater, setIsLater] = useState(false);

  useEffect(() => {
    const timer = setTimeout(() => setIsLater(true), laterMilliseconds);
    return () => clearTimeout(timer);
  }, []);

  return isLater;
}
