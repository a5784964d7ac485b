import { useRef } from "react";
import { EditRecord } from "@/components/records/form/edit-record";
import { useInView } from "@/components/ui/in-view";
import { useLoaded } from "@/components/ui/use-loaded";
import { ProductionFrame } from "./production-frame";
import { CrewSection } from "./crew/crew-section";
import { FirstCast } from "./first-cast";
import { late } from "@/components/ui/late";

const CastBars = late(() => import("./bars/cast-bars"), "CastBars");
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
      {code && <CastBarsInView productionId={id} />}
    </EditRecord>
  );
}

/** Who was in a production when, with its code, once it is nearly in view. */
function CastBarsInView({ productionId }: { productionId: string }) {
  const place = useRef<HTMLDivElement>(null);
  const isNear = useInView(place, "300px");
  return <div ref={place}>{isNear && <CastBars productionId={productionId} />}</div>;
}
