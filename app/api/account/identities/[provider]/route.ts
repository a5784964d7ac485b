import { nextHandlers } from "@/lib/http/handlers";
import { identityRoute } from "@/lib/accounts/api/own-identity-route";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = nextHandlers(identityRoute);
