import { nextHandlers } from "@/lib/http/handlers";
import { keyRequestsRoute } from "@/lib/keys/api/requests-route";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = nextHandlers(keyRequestsRoute);
