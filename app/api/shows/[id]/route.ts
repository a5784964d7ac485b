import { handlersOf } from "@/lib/api/handlers";
import { recordRoute } from "@/lib/api/resource-routes";
import { shows } from "@/lib/shows/resource";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = handlersOf(recordRoute(shows));
