"use client";

import { useState } from "react";
import { lateResolver } from "@/components/form/late-resolver";
import { useApiForm } from "@/components/form/use-api-form";
import { useWrite } from "@/components/form/use-write";
import { WriteError } from "@/components/form/write-error";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";

const resolver = lateResolver(async () => (await import("@/lib/accounts/schema.browser")).resetRequest);

/** Asks for an email with a link. It never says whether the address has an account. */
export function ForgotPasswordForm() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { write, error } = useWrite();
  const { field, formProps, names, isBusy } = useApiForm({
    initial: { email: "" },
    resolver,
    send: async (request, onRefused) => {
      setSentTo(null);
      if (await write("POST", "/account/reset", request, { onRefused })) setSentTo(request.email);
    },
  });
  return (
    <form {...formProps} className="mt-6 grid gap-4 noscript:hidden">
      <Field label="Email address" {...field("email")} type="email" autoComplete="username" required />
      <WriteError error={error} fields={names} />
      <p role="status" className={sentTo ? "rounded border border-edge p-4 break-words" : ""}>
        {sentTo && `If ${sentTo} has an account, an email with a link is on its way. The link works once, for an hour.`}
      </p>
      <Button type="submit" look="primary" aria-disabled={isBusy}>
        {isBusy ? "Sending…" : "Email me a link"}
      </Button>
    </form>
  );
}
