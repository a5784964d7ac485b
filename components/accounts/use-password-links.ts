"use client";

import { useQueryClient } from "@tanstack/react-query";
import { trusted } from "@/components/trusted";
import { useApiMutation } from "@/components/use-api-mutation";
import type { PasswordLink } from "@/lib/accounts/schema";
import { sendApi } from "@/lib/client/client";

const linkResponse = trusted<PasswordLink>();

/** Invites a person. */
export function useInvite() {
  const client = useQueryClient();
  return useApiMutation(
    async (invitation: { email: string; role: string }) =>
      linkResponse.parse((await sendApi("POST", "/accounts/invitations", invitation)).body),
    { onSuccess: () => client.invalidateQueries({ queryKey: ["security-log"] }) },
  );
}

/** Creates a link with which the owner of an account sets a new password. */
export function useAllowReset(id: string) {
  return useApiMutation(async (_input: void) =>
    linkResponse.parse((await sendApi("POST", `/accounts/${encodeURIComponent(id)}/reset`)).body),
  );
}
