import { handlersOf } from "@/lib/api/handlers";
import { listRoute } from "@/lib/api/resource-routes";
import { roles } from "@/lib/roles/resource";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = handlersOf(listRoute(roles));
