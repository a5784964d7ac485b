import { useId, useState, type ReactNode } from "react";
import { useCurrentStaff } from "@/components/accounts/current-staff";
import { draftKey, hasDraft } from "@/components/records/form/drafts";
import { documentPath, type FormRecord } from "@/components/records/form/record-shape";
import { useRecordShape } from "@/components/records/shapes";
import { useSuggestionOfPage } from "@/components/records/suggestions/use-suggestions";
import { useApi } from "@/lib/client/hooks.browser";
import type { ResourcePath } from "@/lib/resources/resource-views.browser";
import { useSources } from "./sources-context";
import { late } from "@/components/ui/late";

const DetailsPanel = late(() => import("./details-panel"), "DetailsPanel");
const SourcesPanel = late(() => import("./sources-panel"), "SourcesPanel");

interface Props {
  path: ResourcePath;
  id: string;
  record: FormRecord;
  /** Told whether the details have unsaved values or errors. */
  onNeeded?: ((isNeeded: boolean) => void) | undefined;
}

/** The details and the sources of a record, each folded to a line until it is opened. */
export function FactsSections({ path, id, record, onNeeded }: Props) {
  const sources = useSources();
  const account = useCurrentStaff().id;
  const [isDrafted] = useState(() => hasDraft(draftKey(account, `${path}/details`, id)));
  const [isToggled, setIsToggled] = useState<boolean | null>(null);
  const shape = useRecordShape(path, "details");
  const suggestion = useSuggestionOfPage(path, id);
  const isSuggested = shape.fields.some(({ name }) => name === suggestion?.field);
  const { data } = useApi<FormRecord>(documentPath(shape, id), { isEnabled: sources !== null });
  if (!sources) return null;
  const known = shape.fields.filter(({ name }) => !isEmpty(data?.body[name])).map(({ label }) => label);
  const { document, shown } = sources;
  return (
    <>
      <Fold
        title="Details"
        summary={data && (known.join(", ") || "None yet")}
        isOpen={isToggled ?? (isDrafted || isSuggested)}
        toggle={setIsToggled}
      >
        <DetailsPanel path={path} id={id} record={record} onNeeded={onNeeded} />
      </Fold>
      <Fold
        title="Sources"
        summary={document && (document.sources.length > 0 ? summaryOf(document.sources) : "None yet")}
        isOpen={shown !== null}
        toggle={(isWanted) => sources.show(undefined, isWanted)}
      >
        <SourcesPanel path={path} id={id} />
      </Fold>
    </>
  );
}

interface FoldProps {
  title: string;
  /** What is in it, while it is closed. */
  summary: string | undefined;
  isOpen: boolean;
  toggle(isOpen: boolean): void;
  children: ReactNode;
}

/** A section that opens on its heading. What was opened stays, so that nothing typed is lost. */
function Fold({ title, summary, isOpen, toggle, children }: FoldProps) {
  const id = useId();
  const [wasOpened, setWasOpened] = useState(isOpen);
  if (isOpen && !wasOpened) setWasOpened(true);
  return (
    <section aria-labelledby={`${id}-title`} className="mt-6 border-t border-line pt-4">
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h2 id={`${id}-title`} className="text-2xl font-semibold">
          <button
            type="button"
            className="flex min-h-10 cursor-pointer items-center gap-2"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => toggle(!isOpen)}
          >
            {title}
            <span aria-hidden="true" className={`text-xl text-muted ${isOpen ? "rotate-90" : ""}`}>
              ›
            </span>
          </button>
        </h2>
        {!isOpen && <p className="min-w-0 text-sm break-words text-muted">{summary ?? "…"}</p>}
      </div>
      <div id={id} hidden={!isOpen} className="mt-4">
        {wasOpened && children}
      </div>
    </section>
  );
}

function summaryOf(sources: readonly { name: string }[]): string {
  const names = [...new Set(sources.map(({ name }) => name))];
  return names.length > 3 ? `${names.slice(0, 2).join(", ")} and ${names.length - 2} more` : names.join(", ");
}

/** Null, an empty list or an object without members. */
function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || (typeof value === "object" && Object.keys(value).length === 0);
}
