import { nextHandlers } from "@/lib/http/handlers";
import { quotaRoute } from "@/lib/http/service/quota";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = nextHandlers(quotaRoute);
