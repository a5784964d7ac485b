"use client";

import { PageForm } from "@/components/form/question-form";

/** Asks for an email with a link. It never says whether the address has an account. */
export function ForgotPasswordForm() {
  return (
    <PageForm
      className="mt-6 noscript:hidden"
      fields={[{ name: "email", label: "Email address", type: "email", autoComplete: "username", required: true }]}
      schema={async () => (await import("@/lib/accounts/schema.browser")).resetRequest}
      send={["POST", "/account/reset"]}
      result={(_body, { email }) =>
        `If ${email} has an account, an email with a link is on its way. The link works once, for an hour.`
      }
      look="primary"
      action={["Email me a link", "Sending…"]}
      isWide
    />
  );
}
