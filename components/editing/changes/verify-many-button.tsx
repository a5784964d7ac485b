import { formatRecordCount } from "@/components/records/record-name";
import { useShapes } from "@/components/records/shapes";
import { Button } from "@/components/ui/button";
import type { ResourcePath } from "@/lib/resources/resource-views.browser";
import { useChanges, verification, verifiedText, verifyLabel } from "@/components/records/changes/use-changes";

interface Props {
  path: ResourcePath;
  records: readonly { id: string }[];
  onDone(): void;
}

/** Confirms that everything about the selected records is right, as one change. */
export function VerifyManyButton({ path, records, onDone }: Props) {
  const { make, isBusy, error } = useChanges();
  if (!useShapes()[path].details) return null;

  async function verify() {
    const changes = records.map(({ id }) => verification(path, id));
    if (await make(changes, verifiedText(formatRecordCount(changes.length, path)))) onDone();
  }

  return (
    <>
      <Button aria-disabled={isBusy} onClick={() => void verify()}>
        {isBusy ? "Saving…" : verifyLabel}
      </Button>
      {error && (
        <span role="alert" className="text-curtain">
          Not verified. {error.message}
        </span>
      )}
    </>
  );
}
