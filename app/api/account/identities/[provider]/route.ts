import { nextHandlers } from "@/lib/http/handlers";
import { identityRoute } from "@/lib/portal/identity-route";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = nextHandlers(identityRoute);
