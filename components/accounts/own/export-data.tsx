import { Download } from "lucide-react";
import { downloadFile } from "@/components/ui/download-file";
import { Button } from "@/components/ui/button";
import { useApiWrite } from "@/components/form/use-api-write";
import { RequestError, getApi } from "@/lib/client/client.browser";
import { WriteError } from "../../form/write-error";

/** Downloads everything that the service stores about the account. */
export function ExportData() {
  const { write, isBusy, error } = useApiWrite();

  async function download() {
    const body = await write(async () => {
      const answer = await getApi("/account/export").catch(() => null);
      if (answer?.status !== 200) throw new RequestError(answer);
      return answer.body;
    });
    if (body !== null)
      downloadFile("theatre-listings-account.json", "application/json", `${JSON.stringify(body, null, 2)}\n`);
  }

  return (
    <>
      <p className="max-w-[70ch] text-muted">
        Everything that is stored about your account, as JSON: sessions, keys without their secrets, usage, security
        events and your changes to the listings.
      </p>
      <div>
        <Button icon={Download} aria-disabled={isBusy} onClick={() => void download()}>
          {isBusy ? "Downloading…" : "Download your data"}
        </Button>
      </div>
      <WriteError error={error} />
    </>
  );
}
