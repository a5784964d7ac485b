"use client";

import dynamic from "next/dynamic";

/** Loads with the error, so that no page has to carry it. */
const DashboardErrorPage = dynamic(
  () => import("@/components/records/form/broken-dashboard-page").then((loaded) => loaded.BrokenDashboardPage),
  { ssr: false },
);

export default DashboardErrorPage;
