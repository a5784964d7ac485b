import Link from "next/link";
import { useState } from "react";
import { addLabel, newRecordAddress, RecordLink } from "@/components/records/record-name";
import { Button, buttonClass } from "@/components/ui/button";
import { QueryState } from "@/components/ui/query-state";
import { useApi } from "@/lib/http/client/hooks.browser";
import { capitalised } from "@/lib/records/terms.browser";
import type { CrewMemberEntry } from "@/lib/resources/crew-members/schema.browser";
import { jobInWords } from "@/lib/resources/crew-members/terms.browser";
import { late } from "@/components/ui/late";

const PasteCrewDialog = late(() => import("./paste-crew-dialog"), "PasteCrewDialog");

/** The creative team of a production, beside its cast: to read, to add to, and to paste. */
export function CrewSection({ productionId }: { productionId: string }) {
  const { data, error, refetch } = useApi<CrewMemberEntry[]>(`/productions/${encodeURIComponent(productionId)}/crew`);
  const [isPasting, setIsPasting] = useState(false);
  const crew = data?.body;
  return (
    <section aria-labelledby="crew-title" className="mt-10 border-t border-line pt-6">
      <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 id="crew-title" className="text-2xl font-semibold">
          Creative team
        </h2>
        {crew && <Button onClick={() => setIsPasting(true)}>Paste a team…</Button>}
        <Link
          href={newRecordAddress("crew-members", { production_id: productionId })}
          prefetch={false}
          className={buttonClass("quiet")}
        >
          {addLabel("crew-members")}…
        </Link>
      </div>
      {!crew && <QueryState query={{ data, error, refetch }} what="the creative team" lines={3} />}
      {crew?.length === 0 && <p className="text-sm text-muted">No crew yet. Paste a team or add someone.</p>}
      {crew && crew.length > 0 && (
        <ol className="divide-y divide-line rounded border border-line bg-raised">
          {crew.map((member) => (
            <li key={member.id} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 p-3 text-sm">
              <RecordLink path="crew-members" id={member.id} label={member.person.name} />
              <span>{capitalised(jobInWords(member.job))}</span>
              {member.credit !== null && <span className="text-muted">{member.credit}</span>}
            </li>
          ))}
        </ol>
      )}
      {crew && isPasting && (
        <PasteCrewDialog productionId={productionId} crew={crew} onDismiss={() => setIsPasting(false)} />
      )}
    </section>
  );
}
