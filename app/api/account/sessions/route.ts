import { nextHandlers } from "@/lib/http/handlers";
import { sessionsRoute } from "@/lib/accounts/api/own-sessions-route";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = nextHandlers(sessionsRoute);
