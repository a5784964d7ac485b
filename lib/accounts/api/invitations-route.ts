import "server-only";
import { z } from "zod";
import { idParam } from "../../http/declaration.ts";
import { defineOperation } from "../../http/define-operation.ts";
import { notFound } from "../../http/failures.ts";
import { privateRoute } from "../../http/route.ts";
import { conflict } from "../../records/failures.ts";
import { noParameters } from "../../records/resource-routes.ts";
import { exampleInvitation, byAdministrator, exampleAccount } from "./examples.ts";
import { invite, listInvitations, withdrawInvitation } from "../link-queries.ts";
import { editorOf } from "./own-account.ts";
import { linkOutput, passwordLinkTo, takenAddress } from "./password-links-route.ts";
import { invitation, pendingInvitation } from "../schema.browser.ts";

/** `/accounts/invitations`: an administrator invites a person, and sees the invitations that have not been used. */
export const invitationsRoute = privateRoute("/accounts/invitations", {
  GET: defineOperation({
    operationId: "listInvitations",
    ...byAdministrator,
    summary: "List pending invitations",
    description: "Administrators only. Without their links, which are shown only once.",
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
  POST: defineOperation({
    operationId: "inviteAccount",
    ...byAdministrator,
    summary: "Invite a person",
    description:
      "Administrators only. The response has a link to hand over; it works once, within 7 days. If the service sends email, the link is also sent to the address. The account exists when its owner has set a password there, also while sign-up is closed. A new invitation of the same address replaces the earlier one.",
    input: { body: invitation, bodyExample: { email: exampleAccount.email, role: "editor" } },
    output: { description: "The link.", ...linkOutput },
    failures: [conflict],
    handle: async (context) => {
      const { database, now } = context.infrastructure;
      const link = await invite(database.prisma, context.body, editorOf(context), now());
      if (!link) throw takenAddress();
      return { value: passwordLinkTo(link, context) };
    },
  }),
});

/** `DELETE /invitations/{id}`: under a path of its own, because `/accounts/{id}/…` would be ambiguous with it. */
export const invitationRoute = privateRoute("/invitations/{id}", {
  DELETE: defineOperation({
    operationId: "withdrawInvitation",
    ...byAdministrator,
    summary: "Withdraw an invitation",
    description: "Administrators only. Its link stops working.",
    input: { params: idParam("invitation", exampleInvitation.id), query: noParameters },
    output: { description: "The withdrawn invitation.", schema: pendingInvitation, example: exampleInvitation },
    failures: [notFound({ singular: "Invitation" })],
    handle: async (context) => {
      const { params, infrastructure } = context;
      const { database, now } = infrastructure;
      return { value: await withdrawInvitation(database.prisma, params.id, editorOf(context), new Date(now())) };
    },
  }),
});
