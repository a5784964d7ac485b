import { nextHandlers } from "@/lib/http/handlers";
import { healthRoute } from "@/lib/http/service/health";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = nextHandlers(healthRoute);
