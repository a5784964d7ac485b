import { nextHandlers } from "@/lib/http/handlers";
import { mergeRoute } from "@/lib/records/merge-route";
import { resourceAt } from "@/lib/resources/resources";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = nextHandlers(mergeRoute(resourceAt("shows")));
