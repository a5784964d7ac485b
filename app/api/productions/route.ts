import { handlersOf } from "@/lib/api/handlers";
import { listRoute } from "@/lib/api/resource-routes";
import { productions } from "@/lib/productions/resource";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = handlersOf(listRoute(productions));
