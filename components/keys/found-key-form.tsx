"use client";

import { useState, type SubmitEvent } from "react";
import { WriteTrouble } from "@/components/account/write-trouble";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { useRevokeFoundKey } from "./key-mutations";

/** Takes a key from whoever found it. Once sent it is forgotten here, too. */
export function FoundKeyForm() {
  const [key, setKey] = useState("");
  const [problem, setProblem] = useState<string>();
  const [revoked, setRevoked] = useState<string | null>(null);
  const { mutate: revoke, isBusy, error, issueOf } = useRevokeFoundKey();

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    setRevoked(null);
    setProblem(key.trim() === "" ? "must not be empty" : undefined);
    if (key.trim() === "") return;
    const found = await revoke({ key: key.trim() });
    if (!found) return;
    setRevoked(found.prefix);
    setKey("");
  }

  return (
    <form method="post" noValidate className="mt-8 grid gap-4 noscript:hidden" onSubmit={(event) => void submit(event)}>
      <Field
        label="The key"
        value={key}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        hint="It begins with tl_live_."
        problem={problem ?? issueOf("key")}
        onChange={(event) => setKey(event.target.value)}
      />
      <WriteTrouble error={error} fields={["key"]} />
      <p role="status" className={revoked ? "rounded border border-edge p-4" : ""}>
        {revoked && (
          <>
            <code className="font-mono">{revoked}…</code> is revoked. Its owner finds a notice in the portal. Thank you.
          </>
        )}
      </p>
      <div>
        <Button type="submit" look="primary" aria-disabled={isBusy}>
          {isBusy ? "Revoking…" : "Revoke this key"}
        </Button>
      </div>
    </form>
  );
}
