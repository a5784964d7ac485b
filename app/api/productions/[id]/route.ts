import { handlersOf } from "@/lib/api/handlers";
import { recordRoute } from "@/lib/api/resource-routes";
import { productions } from "@/lib/productions/resource";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = handlersOf(recordRoute(productions));
