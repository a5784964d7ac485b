import { nextHandlers } from "@/lib/http/handlers";
import { metricsRoute } from "@/lib/http/service/metrics";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = nextHandlers(metricsRoute);
