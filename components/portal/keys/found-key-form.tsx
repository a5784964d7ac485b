"use client";

import { Ban } from "lucide-react";
import { useState } from "react";
import { WriteError } from "@/components/form/write-error";
import { lateResolver } from "@/components/form/late-resolver";
import { useApiForm } from "@/components/form/use-api-form";
import { useWrite } from "@/components/form/use-write";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";

const resolver = lateResolver(async () => {
  const { foundKey } = await import("@/lib/accounts/keys/schema.browser");
  // The API would answer that it finds no such key.
  return foundKey.extend({ key: foundKey.shape.key.min(1, "must not be empty") });
});

/** Revokes a key that was found in public. The form forgets the key once it is sent. */
export function FoundKeyForm() {
  const [revoked, setRevoked] = useState<string | null>(null);
  const { write, error } = useWrite();
  const { form, field, formProps, names, isBusy } = useApiForm({
    initial: { key: "" },
    resolver,
    send: async (found, onRefused) => {
      setRevoked(null);
      const answer = await write<{ prefix: string }>("POST", "/keys/found", found, { onRefused });
      if (!answer) return;
      setRevoked(answer.body.prefix);
      form.reset();
    },
  });
  return (
    <form {...formProps} className="mt-8 grid gap-4 noscript:hidden">
      <Field
        label="API key"
        {...field("key")}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        hint="Starts with tl_live_."
      />
      <WriteError error={error} fields={names} />
      <p role="status" className={revoked ? "rounded border border-edge p-4" : ""}>
        {revoked && (
          <>
            <code className="font-mono">{revoked}…</code> is revoked. Thank you. We’ve told its owner.
          </>
        )}
      </p>
      <div>
        <Button type="submit" look="danger" icon={Ban} aria-disabled={isBusy}>
          {isBusy ? "Revoking…" : "Revoke this key"}
        </Button>
      </div>
    </form>
  );
}
