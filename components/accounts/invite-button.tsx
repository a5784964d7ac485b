"use client";

import { UserPlus } from "lucide-react";
import { useState } from "react";
import { FormDialog } from "@/components/form/form-dialog";
import { Button } from "@/components/ui/button";
import type { PasswordLink } from "@/lib/accounts/schema.browser";
import { lateResolver } from "@/components/form/late-resolver";
import { useApiForm } from "@/components/form/use-api-form";
import { Field, SelectField } from "@/components/ui/field";
import { LinkDialog } from "./link-dialog";
import { assignableRoles, roleBadges } from "./role-labels";
import { useInvite } from "./use-password-links";

const resolver = lateResolver(async () => (await import("@/lib/accounts/schema.browser")).invitation);

/** Invites a person, and shows the link to send. */
export function InviteButton() {
  const [isAsking, setIsAsking] = useState(false);
  const [link, setLink] = useState<PasswordLink | null>(null);
  return (
    <>
      <Button look="primary" icon={UserPlus} onClick={() => setIsAsking(true)}>
        Invite…
      </Button>
      {isAsking && (
        <InviteDialog
          onDone={(made) => {
            setIsAsking(false);
            setLink(made);
          }}
          onDismiss={() => setIsAsking(false)}
        />
      )}
      {link && <LinkDialog link={link} onClose={() => setLink(null)} />}
    </>
  );
}

interface Props {
  onDone(link: PasswordLink): void;
  onDismiss(): void;
}

/** Asks whom to invite, and as what. */
function InviteDialog({ onDone, onDismiss }: Props) {
  const write = useInvite();
  const form = useApiForm({
    initial: { email: "", role: "editor" },
    resolver,
    send: async (invitation, onRefused) => {
      const link = await write.mutate(invitation, onRefused);
      if (link) onDone(link);
    },
  });
  return (
    <FormDialog {...{ form, write, onDismiss }} title="Invite a person" action="Create link" doing="Creating…">
      <Field label="Email address" {...form.field("email")} type="email" autoComplete="off" required />
      <SelectField
        label="Role"
        {...form.field("role")}
        options={assignableRoles.map((role) => [role, roleBadges[role]])}
      />
      <p className="text-sm text-muted">
        This creates a link with which the person sets a password. It works once, for 7 days.
      </p>
    </FormDialog>
  );
}
