import { handlersOf } from "@/lib/api/handlers";
import { recordRoute } from "@/lib/api/resource-routes";
import { roles } from "@/lib/roles/resource";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = handlersOf(recordRoute(roles));
