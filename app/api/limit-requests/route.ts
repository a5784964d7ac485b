import { nextHandlers } from "@/lib/http/handlers";
import { limitRequestsRoute } from "@/lib/limit-requests/routes";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = nextHandlers(limitRequestsRoute);
