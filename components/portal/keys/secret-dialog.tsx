import { ShownOnceDialog } from "@/components/ui/shown-once-dialog";
import { keyVariable } from "@/lib/docs/code/schema.browser";
import type { IssuedKey } from "@/lib/keys/schema.browser";
import { firstRequest } from "../../layout/new-key-path";
import { Snippet } from "../../ui/snippet";

interface Props {
  issued: IssuedKey;
  /** The service's origin as the reader sees it. */
  origin: string;
  onClose(): void;
}

/** Shows a new key, once. */
export function SecretDialog({ issued: { name, key }, origin, onClose }: Props) {
  return (
    <ShownOnceDialog
      title={`Your API key for “${name}”`}
      file={{ label: "Download .env file", name: "theatre-listings.env", text: `${keyVariable}=${key}\n` }}
      savedLabel="I’ve saved this key"
      warning="You haven’t copied or downloaded this key. If you close now, you’ll have to create a new one."
      onClose={onClose}
    >
      {(keep) => (
        <>
          <p>Copy this key now. You won’t be able to see it again. Keep it secret.</p>
          <Snippet label="API key" text={key} copyLabel="Copy the key" onCopied={keep} />
          <Snippet
            label="First request"
            text={`curl -H "Authorization: Bearer ${key}" "${origin}${firstRequest}"`}
            copyLabel="Copy the first request"
            onCopied={keep}
          />
        </>
      )}
    </ShownOnceDialog>
  );
}
