import { handlersOf } from "@/lib/api/handlers";
import { recordRoute } from "@/lib/api/resource-routes";
import { people } from "@/lib/people/resource";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = handlersOf(recordRoute(people));
