"use client";

import { BrokenPage } from "@/components/layout/broken-page";
import { WaysForStaff } from "@/components/records/form/ways-for-staff";

interface Props {
  error: unknown;
  retry: () => void;
}

export default function DashboardErrorPage({ error, retry }: Props) {
  return (
    <BrokenPage error={error} retry={retry}>
      <WaysForStaff />
    </BrokenPage>
  );
}
