import { handlersOf } from "@/lib/http/handlers";
import { listRoute } from "@/lib/resource/resource-routes";
import { castMembers } from "@/lib/resources/cast-members/resource";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = handlersOf(listRoute(castMembers));
