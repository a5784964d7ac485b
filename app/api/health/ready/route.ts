import { handlersOf } from "@/lib/http/handlers";
import { readinessRoute } from "@/lib/service/health";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = handlersOf(readinessRoute);
