import { File, History, House, MessageSquareText, ScrollText, ShieldCheck, TriangleAlert } from "lucide-react";
import type { Metadata } from "next";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { pageSettings } from "@/app/page-infrastructure";
import { sessionOrNull } from "@/app/session";
import { Navigation } from "@/components/overview/navigation";
import { CurrentStaffProvider } from "@/components/accounts/current-staff";
import { Providers } from "@/components/layout/providers";
import { ShapesProvider } from "@/components/records/shapes";
import { may, permissionsOf } from "@/lib/http/access/permissions.browser";
import { lacksSecondFactor } from "@/lib/http/access/staff";
import { icons } from "@/lib/resources/icons";
import { shapes } from "@/lib/resources/shapes";

const look = { "aria-hidden": true, className: "size-4 shrink-0" } as const;

/** The icons of pages, and of any `other`. The server renders them, so that browsers get the shapes alone. */
const placeIcons = {
  ...Object.fromEntries(
    Object.entries(icons).map(([path, Icon]) => [`/dashboard/${path}`, <Icon key={path} {...look} />]),
  ),
  "/dashboard": <House {...look} />,
  "/dashboard/data-quality": <TriangleAlert {...look} />,
  "/dashboard/suggestions": <MessageSquareText {...look} />,
  "/dashboard/activity": <History {...look} />,
  "/dashboard/accounts": <ShieldCheck {...look} />,
  "/dashboard/security-log": <ScrollText {...look} />,
  other: <File {...look} />,
};

/** Personal pages are not indexed. */
export const metadata: Metadata = { robots: { index: false, follow: false } };

/** Client navigation doesn't render a layout again, so each page checks the session itself. */
export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const session = await sessionOrNull();
  const { now, settings } = await pageSettings();
  if (!session || !may(session, "editRecords") || lacksSecondFactor(session, settings)) return children;
  const { accountId, email, name } = session;
  return (
    <Providers madeAt={now()}>
      {/* The error page shows it. */}
      <meta name="request-id" content={(await headers()).get("x-request-id") ?? ""} />
      <CurrentStaffProvider staff={{ id: accountId, name: name ?? email, permissions: permissionsOf(session) }}>
        <ShapesProvider shapes={shapes}>
          <div className="page-width grid min-h-dvh content-start gap-x-8 gap-y-3 py-3 lg:grid-cols-[12rem_minmax(0,1fr)] lg:py-6">
            <a href="#records" className="skip-link hidden in-[body:has(#records)]:block">
              Skip to records
            </a>
            <Navigation icons={placeIcons} />
            <div className="min-w-0">{children}</div>
          </div>
        </ShapesProvider>
      </CurrentStaffProvider>
    </Providers>
  );
}
