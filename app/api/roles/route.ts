import { handlersOf } from "@/lib/http/handlers";
import { listRoute } from "@/lib/resource/resource-routes";
import { roles } from "@/lib/resources/roles/resource";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = handlersOf(listRoute(roles));
