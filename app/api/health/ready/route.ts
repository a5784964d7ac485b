import { nextHandlers } from "@/lib/http/handlers";
import { readinessRoute } from "@/lib/http/service/health";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = nextHandlers(readinessRoute);
