import { resourceViews, type ResourcePath } from "@/lib/resources/resource-views.browser";
import { useMay } from "@/components/accounts/current-staff";
import { downloadFile } from "@/components/ui/download-file";
import { formatRecordCount } from "@/components/records/record-name";
import { useShapes } from "@/components/records/shapes";
import { Button } from "@/components/ui/button";
import { showToast } from "@/components/ui/toasts";
import { getApi, messageOf } from "@/lib/http/client/client.browser";

interface Props {
  path: ResourcePath;
  records: readonly ExportedRecord[];
}

type ExportedRecord = Readonly<Record<string, unknown>> & { readonly id: string };

/** Menu entries that export records as files that can be imported again. */
export function ExportButtons({ path, records }: { path: ResourcePath; records: readonly { id: string }[] }) {
  const { details } = useShapes()[path];
  const mayExport = useMay("exportRecords");
  const own = records.map((record) => ({ ...record }));

  async function exportWithDetails(): Promise<void> {
    const answer = await getApi(`/export/${path}`).catch(() => null);
    if (answer?.status === 200)
      return exportJson({ path, records: asChosen(answer.body, own) }, ["details", "sources"]);
    const reason = answer ? messageOf(answer) : "The service could not be reached.";
    showToast({ text: `Nothing was exported. ${reason}` });
  }

  return (
    <>
      <p className="px-4 pt-1 text-muted">Export {formatRecordCount(records.length, path)}</p>
      <Entry label="Export CSV" run={() => exportCsv({ path, records: own })} />
      <Entry label="Export JSON" run={() => exportJson({ path, records: own })} />
      {details && mayExport && <Entry label="Export JSON with details and sources" run={exportWithDetails} />}
    </>
  );
}

function Entry({ label, run }: { label: string; run(): Promise<void> }) {
  return (
    <Button look="plain" className="max-w-48 justify-start text-left" data-closes onClick={() => void run()}>
      {label}
    </Button>
  );
}

const loadWriters = (path: ResourcePath) =>
  Promise.all([import("@/lib/editing/csv/cell.browser"), resourceViews[path].schema()]);

export async function exportCsv({ path, records }: Props, name: string = path): Promise<void> {
  const [{ toCsv }, schema] = await loadWriters(path);
  downloadFile(`${name}.csv`, "text/csv;charset=utf-8", toCsv(schema, records));
}

/** @param more members that are exported besides the record's fields. */
async function exportJson({ path, records }: Props, more: readonly string[] = []): Promise<void> {
  const [{ toJson }, schema] = await loadWriters(path);
  downloadFile(`${path}.json`, "application/json", toJson(schema, records, more));
}

/** The records of the list, as the service exports them and in the list's order; without those deleted since. */
function asChosen(all: unknown, records: readonly ExportedRecord[]): ExportedRecord[] {
  // The body of `GET /export/{resource}` is a list of records.
  const byId = new Map((all as readonly ExportedRecord[]).map((record) => [record.id, record]));
  return records.flatMap(({ id }) => byId.get(id) ?? []);
}
