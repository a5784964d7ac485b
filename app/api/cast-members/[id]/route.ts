import { handlersOf } from "@/lib/api/handlers";
import { recordRoute } from "@/lib/api/resource-routes";
import { castMembers } from "@/lib/cast-members/resource";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = handlersOf(recordRoute(castMembers));
