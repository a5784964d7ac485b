import "server-only";
import { z } from "zod";
import { requireSignIn } from "../sign-in/staff.ts";
import { AppError } from "../../core/errors.ts";
import { idParam } from "../../http/declaration.ts";
import { defineOperation } from "../../http/define-operation.ts";
import { notFound } from "../../http/failures.ts";
import { requestSource } from "../../http/request.ts";
import type { Route } from "../../http/route.ts";
import { noParameters } from "../../records/details-routes.ts";
import { Representation } from "../../catalogue/representation.ts";
import { accountsTag, exampleInvitation } from "./examples.ts";
import { listInvitations, withdrawInvitation, type StoredInvitation } from "../link-queries.ts";
import { inviteOperation } from "./password-links-route.ts";
import { pendingInvitation, type PendingInvitation } from "../schema.browser.ts";

/** `/accounts/invitations`: an administrator invites a person, and sees the invitations that have not been used. */
export const invitationsRoute: Route = {
  path: "/accounts/invitations",
  isMetered: true,
  isPrivate: true,
  operations: {
    GET: defineOperation({
      operationId: "listInvitations",
      tag: accountsTag,
      summary: "List pending invitations",
      description: "Administrators only. Without their links, which are shown only once.",
      access: "manageAccounts",
      input: { query: noParameters },
      output: {
        description: "The invitations that can still be used, latest first.",
        schema: z.array(pendingInvitation),
        example: [exampleInvitation],
      },
      handle: async ({ infrastructure: { database, now } }) => ({
        body: Representation.json((await listInvitations(database.prisma, new Date(now()))).map(serializeInvitation)),
      }),
    }),
    POST: inviteOperation,
  },
};

/** `DELETE /invitations/{id}`: under a path of its own, because `/accounts/{id}/…` would be ambiguous with it. */
export const invitationRoute: Route = {
  path: "/invitations/{id}",
  isMetered: true,
  isPrivate: true,
  operations: {
    DELETE: defineOperation({
      operationId: "withdrawInvitation",
      tag: accountsTag,
      summary: "Withdraw an invitation",
      description: "Administrators only. Its link stops working.",
      access: "manageAccounts",
      input: { params: idParam("invitation", exampleInvitation.id), query: noParameters },
      output: { description: "The withdrawn invitation.", schema: pendingInvitation, example: exampleInvitation },
      failures: [notFound({ singular: "Invitation" })],
      handle: async ({ request, params: { id }, session, infrastructure: { database, settings, now } }) => {
        const { accountId } = requireSignIn(session);
        const administrator = { accountId, source: requestSource(request, settings) };
        const withdrawn = await withdrawInvitation(database.prisma, id, administrator, new Date(now()));
        if (!withdrawn) throw new AppError("not_found", { error: "Invitation not found" });
        return { body: Representation.json(serializeInvitation(withdrawn)) };
      },
    }),
  },
};

function serializeInvitation({ id, email, role, expires_at, by }: StoredInvitation): PendingInvitation {
  return { id, email, role, invited_by: by, expires_at: expires_at.toISOString() };
}
