import { RecordLink } from "@/components/records/record-name";
import { EditRecord, type FormFrameProps } from "@/components/records/edit-record";
import { useDirectory } from "@/components/records/use-directory";
import { InView } from "@/components/ui/in-view";
import { late, useLoaded } from "@/components/ui/late";
import { formatDay } from "@/lib/core/date-words.browser";
import { useId, useState } from "react";
import { CrewSection } from "./crew/crew-section";
import { FirstCast } from "./first-cast";

const CastBars = late(() => import("./bars/dashboard-charts"), "CastBars");
const loadCastBuilder = () => import("./cast-builder");
const ProductionHistory = late(() => import("./production-history"), "ProductionHistory");

/**
 * A production's page: its run in one line, its cast, also over time, and the history of both. The cast is to read at
 * once, and to edit when the editor is loaded.
 */
export function EditProduction({ id }: { id: string }) {
  const code = useLoaded(loadCastBuilder);
  return (
    <EditRecord
      path="productions"
      id={id}
      Frame={ProductionFrame}
      history={<ProductionHistory productionId={id} />}
      areSectionsReady={code !== null}
    >
      <section aria-labelledby="cast-title" className="mt-6">
        {code ? <code.CastBuilder productionId={id} /> : <FirstCast productionId={id} />}
      </section>
      {code && <CrewSection productionId={id} />}
      {code && (
        <InView>
          <CastBars productionId={id} />
        </InView>
      )}
    </EditRecord>
  );
}

/**
 * A production's theatre and dates in one line, which opens to the form, and by itself for a draft. The form is loaded
 * when it is opened for the first time, and then stays. It can't be closed while it has unsaved values or errors.
 */
function ProductionFrame({ record, hasDraft, children }: FormFrameProps) {
  const { directory } = useDirectory(["theatres"]);
  /** Null until it is opened for the first time. */
  const [isOpen, setIsOpen] = useState<boolean | null>(hasDraft || null);
  const formId = useId();
  const theatreId = String(record["theatre_id"]);
  return (
    <div className="group/run">
      <p className="-mt-4 flex flex-wrap items-center gap-x-2 text-sm">
        <RecordLink path="theatres" id={theatreId} label={directory.theatres.get(theatreId)?.name ?? "Theatre"} />
        <span aria-hidden="true">·</span>
        <span>{runInWords(record["opening_date"], record["closing_date"])}</span>
        <span className="contents group-has-[[data-unsaved]]/run:hidden">
          <span aria-hidden="true">·</span>
          <button
            type="button"
            className="min-h-8 cursor-pointer font-semibold underline underline-offset-4"
            aria-expanded={isOpen === true}
            aria-controls={formId}
            onClick={() => setIsOpen(!isOpen)}
          >
            {isOpen ? "Close" : "Edit"}
            <span className="sr-only"> production</span>
          </button>
        </span>
      </p>
      <div id={formId} hidden={!isOpen} className="mt-4 border-b border-line pb-6">
        {isOpen !== null && children}
      </div>
    </div>
  );
}

function runInWords(opening: unknown, closing: unknown): string {
  return `${formatDay(String(opening))} – ${typeof closing === "string" ? formatDay(closing) : "open-ended"}`;
}
