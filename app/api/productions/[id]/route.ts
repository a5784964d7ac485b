import { nextHandlers } from "@/lib/http/handlers";
import { recordRoute } from "@/lib/records/resource-routes";
import { resourceAt } from "@/lib/resources/resources";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = nextHandlers(recordRoute(resourceAt("productions")));
