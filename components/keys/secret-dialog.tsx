"use client";

import { useEffect, useState } from "react";
import { downloadFile } from "@/components/download-file";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import type { IssuedKey } from "@/lib/keys/schema";
import { firstRequest } from "./new-key-path";
import { Snippet } from "./snippet";
import { Checkbox } from "@/components/ui/checkbox";
import { keyVariable } from "@/lib/docs/code/schema";

interface Props {
  issued: IssuedKey;
  /** The service's origin as the reader sees it. */
  origin: string;
  onClose(): void;
}

/** Shows a new key, once. Until the key was copied, downloaded or ticked as saved, closing asks for confirmation. */
export function SecretDialog({ issued: { name, key }, origin, onClose }: Props) {
  const [isKept, setIsKept] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  useUnloadGuard(!isKept);

  const leave = () => (isKept ? onClose() : setIsAsking(true));
  const keep = () => {
    setIsKept(true);
    setIsAsking(false);
  };
  return (
    <Dialog title={`Your API key for “${name}”`} onDismiss={leave}>
      <p>Copy this key now. You won’t be able to see it again. Keep it secret.</p>
      <Snippet label="API key" text={key} copyLabel="Copy the key" onCopied={keep} />
      <Snippet
        label="First request"
        text={`curl -H "Authorization: Bearer ${key}" "${origin}${firstRequest}"`}
        copyLabel="Copy the first request"
        onCopied={keep}
      />
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <Button
          onClick={() => {
            // The browser creates the file, so that the key is not sent anywhere again.
            downloadFile("theatre-listings.env", "text/plain", `${keyVariable}=${key}\n`);
            keep();
          }}
        >
          Download .env file
        </Button>
        <Checkbox className="min-h-10 text-sm" checked={isKept} onChange={(is) => (is ? keep() : setIsKept(false))}>
          I’ve saved this key
        </Checkbox>
      </div>
      {isAsking ? (
        <div role="alert" className="grid gap-3 rounded bg-curtain-wash p-4">
          <p className="text-curtain">
            You haven’t copied or downloaded this key. If you close now, you’ll have to create a new one.
          </p>
          <div className="flex flex-wrap gap-3">
            <Button onClick={() => setIsAsking(false)}>Keep open</Button>
            <Button onClick={onClose}>Close anyway</Button>
          </div>
        </div>
      ) : (
        <div>
          <Button look="primary" onClick={leave}>
            Done
          </Button>
        </div>
      )}
    </Dialog>
  );
}

/** Makes the browser ask before leaving the page, while something would be lost. */
function useUnloadGuard(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isNeeded]);
}
