import { nextHandlers } from "@/lib/http/handlers";
import { usageRoute } from "@/lib/portal/usage-route";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = nextHandlers(usageRoute);
