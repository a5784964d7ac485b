import { nextHandlers } from "@/lib/http/handlers";
import { mcpRoute } from "@/lib/routes";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = nextHandlers(mcpRoute);
