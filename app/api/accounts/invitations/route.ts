import { invitationsRoute } from "@/lib/accounts/api/invitations-route";
import { nextHandlers } from "@/lib/http/handlers";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = nextHandlers(invitationsRoute);
