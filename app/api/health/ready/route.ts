import { nextHandlers } from "@/lib/http/handlers";
import { readinessRoute } from "@/lib/service/health";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = nextHandlers(readinessRoute);
