import type { Metadata } from "next";
import { requireStaffSession } from "@/app/session";
import { ProblemList } from "@/components/data-quality/problem-list";

export const metadata: Metadata = { title: "Health" };

export default async function HealthPage() {
  await requireStaffSession("/dashboard/health");
  return (
    <>
      <h1 className="text-3xl font-semibold">Health</h1>
      <p className="mt-1 mb-6 text-muted">Contradictory, outdated or missing data.</p>
      <ProblemList />
    </>
  );
}
