import { nextHandlers } from "@/lib/http/handlers";
import { limitRequestsRoute } from "@/lib/keys/limit-requests/routes";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = nextHandlers(limitRequestsRoute);
