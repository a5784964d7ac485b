import { nextHandlers } from "@/lib/http/handlers";
import { listRoute } from "@/lib/records/resource-routes";
import { resourceAt } from "@/lib/resources/resources";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = nextHandlers(listRoute(resourceAt("people")));
