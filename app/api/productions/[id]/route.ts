import { handlersOf } from "@/lib/http/handlers";
import { recordRoute } from "@/lib/resource/resource-routes";
import { productions } from "@/lib/resources/productions/resource";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = handlersOf(recordRoute(productions));
