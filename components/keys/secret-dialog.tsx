"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import type { IssuedKey } from "@/lib/keys/schema";
import { Snippet } from "./snippet";
import { keyVariable } from "@/lib/docs/code/schema";
import { useUnloadGuard } from "./use-unload-guard";

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
        text={`curl -H "Authorization: Bearer ${key}" ${origin}/api/shows`}
        copyLabel="Copy the first request"
        onCopied={keep}
      />
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <Button
          onClick={() => {
            download(`${keyVariable}=${key}\n`);
            keep();
          }}
        >
          Download .env file
        </Button>
        <label className="inline-flex min-h-10 cursor-pointer items-center gap-2 text-sm">
          <input
            type="checkbox"
            className="size-4 accent-curtain"
            checked={isKept}
            onChange={(event) => (event.target.checked ? keep() : setIsKept(false))}
          />
          I’ve saved this key
        </label>
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

/** The browser creates the file, so that the key is not sent anywhere again. */
function download(text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = "theatre-listings.env";
  link.click();
  URL.revokeObjectURL(url);
}
