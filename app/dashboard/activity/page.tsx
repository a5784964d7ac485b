import type { Metadata } from "next";
import { requirePagePermission } from "@/app/session";
import { wholePage } from "@/app/whole-page";
import { ActivityList } from "@/components/overview/activity-list";

export const metadata: Metadata = { title: "Activity" };

export default wholePage(async function ActivityPage() {
  await requirePagePermission("/dashboard/activity", "readActivity");
  return (
    <>
      <h1 className="mb-6 work-title">Activity</h1>
      <ActivityList />
    </>
  );
});
