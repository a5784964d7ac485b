"use client";

import { EditRecord } from "@/components/record-form/edit-record";
import { ProductionCast } from "./production-cast";
import { ProductionHistory } from "./production-history";
import { RunSummary } from "./run-summary";

/** A production's page: its run in one line, its cast, and the history of both. */
export function EditProduction({ id }: { id: string }) {
  return (
    <EditRecord path="productions" id={id} Frame={RunSummary} history={<ProductionHistory productionId={id} />}>
      <ProductionCast productionId={id} />
    </EditRecord>
  );
}
