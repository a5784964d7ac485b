import { nextHandlers } from "@/lib/http/handlers";
import { sessionRoute } from "@/lib/accounts/api/own-sessions-route";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = nextHandlers(sessionRoute);
