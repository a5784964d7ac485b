import { handlersOf } from "@/lib/http/handlers";
import { listRoute } from "@/lib/resource/resource-routes";
import { shows } from "@/lib/resources/shows/resource";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = handlersOf(listRoute(shows));
