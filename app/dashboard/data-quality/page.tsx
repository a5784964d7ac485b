import type { Metadata } from "next";
import { requirePagePermission } from "@/app/session";
import { wholePage } from "@/app/whole-page";
import { readView } from "@/app/public-page";
import { CastsToLookAt } from "@/components/editing/data-quality/casts-to-look-at";
import { pageInfrastructure } from "@/app/page-infrastructure";
import { castsToLookAt, runningCasts } from "@/lib/editing/data-quality/casts-to-look-at";
import { ProblemList } from "@/components/editing/data-quality/problem-list";

export const metadata: Metadata = { title: "Data quality" };

export default wholePage(async function DataQualityPage() {
  await requirePagePermission("/dashboard/data-quality", "reviewData");
  const casts = await castsToLookAt(await readView("running casts", runningCasts), await pageInfrastructure());
  return (
    <>
      <h1 className="work-title">Data quality</h1>
      <p className="mt-1 mb-6 text-muted">Contradictory, outdated or missing data.</p>
      <CastsToLookAt casts={casts} />
      <ProblemList />
    </>
  );
});
