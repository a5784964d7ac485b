import { Download } from "lucide-react";
import { downloadFile } from "@/components/ui/download-file";
import { Button } from "@/components/ui/button";
import { showToast } from "@/components/ui/toasts";
import { useApiWrite } from "@/components/form/use-write";
import { getCsv } from "@/lib/http/client/client.browser";
import { withoutEmpty } from "@/components/ui/use-search-state";

interface Props {
  log: "activity" | "security-log";
  narrowing: Readonly<Record<string, string>>;
}

/** Downloads the entries of a log that match, as many as the API gives at once. */
export function CsvButton({ log, narrowing }: Props) {
  const { write, isBusy } = useApiWrite();

  async function download() {
    const query = withoutEmpty(narrowing).toString();
    const text = await write(
      () => getCsv(`/${log}${query === "" ? "" : `?${query}`}`),
      ({ message }) => showToast({ text: `Nothing was downloaded. ${message}` }),
    );
    if (text !== null) downloadFile(`${log}.csv`, "text/csv;charset=utf-8", text);
  }

  return (
    <Button icon={Download} aria-disabled={isBusy} onClick={() => void download()}>
      {isBusy ? "Downloading…" : "Download CSV"}
    </Button>
  );
}
