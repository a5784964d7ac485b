import { handlersOf } from "@/lib/http/handlers";
import { listRoute } from "@/lib/resource/resource-routes";
import { people } from "@/lib/resources/people/resource";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = handlersOf(listRoute(people));
