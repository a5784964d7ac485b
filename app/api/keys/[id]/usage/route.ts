import { nextHandlers } from "@/lib/http/handlers";
import { usageRoute } from "@/lib/keys/api/usage-route";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = nextHandlers(usageRoute);
