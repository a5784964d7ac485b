import { securityLogRoute } from "@/lib/accounts/api/security-log-route";
import { nextHandlers } from "@/lib/http/handlers";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = nextHandlers(securityLogRoute);
