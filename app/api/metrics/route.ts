import { handlersOf } from "@/lib/api/handlers";
import { metricsRoute } from "@/lib/api/metrics";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = handlersOf(metricsRoute);
