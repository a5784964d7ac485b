"use client";

import { UserPlus } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import type { PasswordLink } from "@/lib/accounts/schema";
import { InviteDialog } from "./invite-dialog";
import { LinkDialog } from "./link-dialog";

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
