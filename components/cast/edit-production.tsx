"use client";

import dynamic from "next/dynamic";
import { EditRecord } from "@/components/record-form/edit-record";
import { CastBarsInView } from "./bars/cast-bars-in-view";
import { ProductionCast } from "./production-cast";
import { ProductionFrame } from "./production-frame";

const ProductionHistory = dynamic(
  () => import("./production-history").then(({ ProductionHistory }) => ProductionHistory),
  { ssr: false },
);

/** A production's page: its run in one line, its cast, also over time, and the history of both. */
export function EditProduction({ id }: { id: string }) {
  return (
    <EditRecord path="productions" id={id} Frame={ProductionFrame} history={<ProductionHistory productionId={id} />}>
      <ProductionCast productionId={id} />
      <CastBarsInView productionId={id} />
    </EditRecord>
  );
}
