import { handlersOf } from "@/lib/api/handlers";
import { healthRoute } from "@/lib/api/health";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = handlersOf(healthRoute);
