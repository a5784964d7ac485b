import "server-only";
import { z } from "zod";
import { requireSignIn } from "../sign-in/staff.ts";
import { AppError } from "../../core/errors.ts";
import { idParam } from "../../http/declaration.ts";
import { defineOperation } from "../../http/define-operation.ts";
import { notFound } from "../../http/failures.ts";
import { requestSource } from "../../http/request.ts";
import { privateRoute } from "../../http/route.ts";
import { noParameters } from "../../records/details-routes.ts";
import { accountsTag, exampleInvitation } from "./examples.ts";
import { listInvitations, withdrawInvitation } from "../link-queries.ts";
import { inviteOperation } from "./password-links-route.ts";
import { pendingInvitation } from "../schema.browser.ts";

/** `/accounts/invitations`: an administrator invites a person, and sees the invitations that have not been used. */
export const invitationsRoute = privateRoute("/accounts/invitations", {
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
      value: await listInvitations(database.prisma, new Date(now())),
    }),
  }),
  POST: inviteOperation,
});

/** `DELETE /invitations/{id}`: under a path of its own, because `/accounts/{id}/…` would be ambiguous with it. */
export const invitationRoute = privateRoute("/invitations/{id}", {
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
      return { value: withdrawn };
    },
  }),
});
