"use client";

import { late } from "@/components/ui/late";

/** Loads with the error, so that no page has to carry it. */
const DashboardErrorPage = late(() => import("@/components/records/form/broken-dashboard-page"), "BrokenDashboardPage");

export default DashboardErrorPage;
