import { invitationRoute } from "@/lib/accounts/invitations-route";
import { nextHandlers } from "@/lib/http/handlers";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = nextHandlers(invitationRoute);
