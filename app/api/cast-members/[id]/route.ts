import { handlersOf } from "@/lib/http/handlers";
import { recordRoute } from "@/lib/resource/resource-routes";
import { castMembers } from "@/lib/resources/cast-members/resource";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = handlersOf(recordRoute(castMembers));
