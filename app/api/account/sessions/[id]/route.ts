import { nextHandlers } from "@/lib/http/handlers";
import { sessionRoute } from "@/lib/portal/sessions-route";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = nextHandlers(sessionRoute);
