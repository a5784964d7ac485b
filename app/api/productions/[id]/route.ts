import { handlersOf } from "@/lib/http/handlers";
import { recordRoute } from "@/lib/resource/resource-routes";
import { resourceAt } from "@/lib/resources/resources";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = handlersOf(recordRoute(resourceAt("productions")));
