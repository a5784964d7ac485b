import { nextHandlers } from "@/lib/http/handlers";
import { detailsRoute } from "@/lib/records/details-routes";
import { resourceAt } from "@/lib/resources/resources";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = nextHandlers(detailsRoute(resourceAt("shows")));
