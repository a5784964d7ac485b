import type { Metadata } from "next";
import { prefetch } from "@/app/prefetch";
import { requirePagePermission } from "@/app/session";
import { wholePage } from "@/app/whole-page";
import { ComingEvents } from "@/components/overview/coming-days";
import { LatestChanges } from "@/components/overview/latest-changes";
import { latestChanges } from "@/components/overview/latest-changes-path";
import { ProblemSummary } from "@/components/editing/data-quality/problem-summary";
import { PageLink } from "@/components/records/directory/page-link";
import { RunTimeline } from "@/components/overview/timeline/run-timeline";
import { Hydrate } from "@/components/layout/providers";
import { activityRoute } from "@/lib/editing/activity/activity-route";
import { comingRoute } from "@/lib/listings/coming/coming-route";
import { comingPath } from "@/lib/listings/coming/days-ahead.browser";
import { problemCountsRoute } from "@/lib/editing/data-quality/problem-routes";

export const metadata: Metadata = { title: "Dashboard" };

export default wholePage(async function DashboardPage() {
  await requirePagePermission("/dashboard", "editRecords");
  return (
    <Hydrate
      answers={await prefetch({
        "/problems/counts": problemCountsRoute,
        [latestChanges]: activityRoute,
        [comingPath]: comingRoute,
      })}
    >
      <h1 className="mb-4 work-title">Overview</h1>
      <ProblemSummary />
      <ComingEvents />
      <LatestChanges />
      <RunTimeline />
      <p className="mt-8 text-sm">
        <PageLink href="/theatres">Map of the theatres</PageLink>
      </p>
    </Hydrate>
  );
});
