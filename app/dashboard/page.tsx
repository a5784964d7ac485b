import type { Metadata } from "next";
import { firstNights } from "@/app/first-nights";
import { prefetch } from "@/app/prefetch";
import { requirePagePermission } from "@/app/session";
import { ComingDays } from "@/components/dashboard/coming-days";
import { JoiningAndLeavingInView } from "@/components/dashboard/joining-and-leaving-in-view";
import { LatestChanges } from "@/components/dashboard/latest-changes";
import { latestChanges } from "@/components/dashboard/latest-changes-path";
import { ProblemSummary } from "@/components/data-quality/problem-summary";
import { FoldedMap } from "@/components/theatre-map/folded-map";
import { RunTimeline } from "@/components/timeline/run-timeline";
import { Hydrate } from "@/components/hydrate";
import { activityRoute } from "@/lib/history/activity/route";
import { problemCountsRoute } from "@/lib/editing/data-quality/route";

export const metadata: Metadata = { title: "Dashboard" };

export default async function DashboardPage() {
  await requirePagePermission("/dashboard", "editRecords");
  return (
    <Hydrate answers={await prefetch({ "/problems/counts": problemCountsRoute, [latestChanges]: activityRoute })}>
      <h1 className="mb-4 work-title">Overview</h1>
      <ProblemSummary />
      <ComingDays first={await firstNights()} />
      <JoiningAndLeavingInView />
      <LatestChanges />
      <RunTimeline />
      <FoldedMap />
    </Hydrate>
  );
}
