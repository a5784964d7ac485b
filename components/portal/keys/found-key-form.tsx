"use client";

import { Ban } from "lucide-react";
import { PageForm } from "@/components/form/question-form";

/** Revokes a key that was found in public. The form forgets the key once it is sent. */
export function FoundKeyForm() {
  return (
    <PageForm<{ prefix: string }>
      className="mt-8 noscript:hidden"
      fields={[
        {
          name: "key",
          label: "API key",
          autoCapitalize: "off",
          spellCheck: false,
          hint: "Starts with tl_live_.",
        },
      ]}
      schema={async () => {
        const { foundKey } = await import("@/lib/accounts/keys/schema.browser");
        // The API would answer that it finds no such key.
        return foundKey.extend({ key: foundKey.shape.key.min(1, "must not be empty") });
      }}
      send={["POST", "/keys/found"]}
      result={({ prefix }) => (
        <>
          <code className="font-mono">{prefix}…</code> is revoked. Thank you. We’ve told its owner.
        </>
      )}
      isEmptied
      look="danger"
      icon={Ban}
      action={["Revoke this key", "Revoking…"]}
    />
  );
}
