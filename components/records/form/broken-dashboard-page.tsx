import Link from "next/link";
import { useCurrentStaff } from "@/components/accounts/current-staff";
import { BrokenPage } from "@/components/layout/broken-page";
import { Button, buttonClass } from "@/components/ui/button";
import { draftsOfPage, hasDraft, storeDraft } from "./drafts";

/** The error page of the dashboard. A draft may be what its page can't show. */
export function BrokenDashboardPage(failed: { error: unknown; retry: () => void }) {
  const { id } = useCurrentStaff();
  const drafts = draftsOfPage(id, new URL(location.href)).filter(hasDraft);
  const discard = () => {
    for (const key of drafts) storeDraft(key, null);
    location.reload();
  };
  return (
    <BrokenPage {...failed}>
      <p className="mt-8 flex flex-wrap gap-3">
        <Link href="/dashboard" className={buttonClass("quiet")}>
          Back to the dashboard
        </Link>
        {drafts.length > 0 && <Button onClick={discard}>Discard my draft</Button>}
      </p>
    </BrokenPage>
  );
}
