import { handlersOf } from "@/lib/http/handlers";
import { recordRoute } from "@/lib/resource/resource-routes";
import { theatres } from "@/lib/resources/theatres/resource";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = handlersOf(recordRoute(theatres));
