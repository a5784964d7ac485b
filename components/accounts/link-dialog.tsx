import { Button } from "@/components/ui/button";
import { DateTime } from "@/components/ui/date-time";
import { Dialog } from "@/components/ui/dialog";
import { openDialog } from "@/components/ui/page-dialogs";
import { Snippet } from "@/components/ui/snippet";
import type { PasswordLink } from "@/lib/accounts/schema.browser";

/** Shows a link for a password, once. */
export function showLink({ email, link, mailed, expires_at }: PasswordLink): Promise<unknown> {
  return openDialog((end) => (
    <Dialog title={mailed ? "Link sent" : "Send this link"} onDismiss={() => end(null)}>
      <p>
        {mailed ? "An email with this link is on its way to" : "Send this link to"}{" "}
        <strong className="break-all">{email}</strong>
        {mailed ? ". If it doesn’t arrive, send the link yourself, to no one else." : " and to no one else."} It works
        once, until <DateTime at={expires_at} look="time" />. You won’t be able to see it again; a new link replaces it.
      </p>
      <Snippet label="Link" text={link} copyLabel="Copy the link" />
      <div>
        <Button look="primary" onClick={() => end(null)}>
          Done
        </Button>
      </div>
    </Dialog>
  ));
}
