import { handlersOf } from "@/lib/api/handlers";
import { listRoute } from "@/lib/api/resource-routes";
import { shows } from "@/lib/shows/resource";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = handlersOf(listRoute(shows));
