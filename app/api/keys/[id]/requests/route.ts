import { nextHandlers } from "@/lib/http/handlers";
import { keyRequestsRoute } from "@/lib/portal/requests-route";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = nextHandlers(keyRequestsRoute);
