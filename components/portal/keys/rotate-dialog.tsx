import { useState } from "react";
import { FormDialog } from "@/components/form/form-dialog";
import { RadioGroup } from "@/components/ui/radio-group";
import type { IssuedKey, KeyRecord } from "@/lib/keys/schema.browser";
import { useRotateKey } from "./key-mutations";
import { KeyPrefix } from "./key-name";

interface Props {
  record: KeyRecord;
  onDone(issued: IssuedKey): void;
  onDismiss(): void;
}

const graces = [
  { value: "0", content: "Stop now" },
  { value: "1", content: "1 hour" },
  { value: "24", content: "24 hours" },
  { value: "168", content: "7 days" },
] as const;

/** Replaces a key. The default of 24 hours is usually enough to deploy the new one. */
export function RotateDialog({ record, onDone, onDismiss }: Props) {
  const [grace, setGrace] = useState<(typeof graces)[number]["value"]>("24");
  const write = useRotateKey(record.id);

  async function rotate() {
    const issued = await write.mutate({ grace_hours: Number(grace) });
    if (issued) onDone(issued);
  }

  return (
    <FormDialog
      {...{ write, onDismiss }}
      title={`Rotate “${record.name}”`}
      action="Rotate key"
      doing="Rotating…"
      onSubmit={() => void rotate()}
    >
      <p>
        You get a new key with the same name and limit as <KeyPrefix record={record} />. The old key keeps working while
        you switch over. If it may have leaked, stop it immediately. Both share one daily limit. You can create up to 20
        keys a day, including rotations.
      </p>
      <div>
        <p aria-hidden="true" className="mb-2 text-sm font-semibold">
          Keep the old key working for
        </p>
        <RadioGroup
          legend="Keep the old key working for"
          name="grace"
          options={graces}
          value={grace}
          onChoose={(next) => setGrace(next)}
        />
      </div>
    </FormDialog>
  );
}
