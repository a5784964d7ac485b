import { handlersOf } from "@/lib/api/handlers";
import { listRoute } from "@/lib/api/resource-routes";
import { castMembers } from "@/lib/cast-members/resource";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = handlersOf(listRoute(castMembers));
