import { handlersOf } from "@/lib/api/handlers";
import { quotaRoute } from "@/lib/api/quota";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = handlersOf(quotaRoute);
