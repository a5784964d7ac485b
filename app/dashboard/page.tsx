import type { Metadata } from "next";
import { requireStaffSession } from "@/app/session";
import { ComingDays } from "@/components/dashboard/coming-days";
import { LatestChanges } from "@/components/dashboard/latest-changes";
import { ProblemSummary } from "@/components/health/problem-summary";

export const metadata: Metadata = { title: "Dashboard" };

export default async function DashboardPage() {
  await requireStaffSession("/dashboard");
  return (
    <>
      <h1 className="mb-6 text-3xl font-semibold">Overview</h1>
      <ProblemSummary />
      <ComingDays />
      <LatestChanges />
    </>
  );
}
