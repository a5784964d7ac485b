import { nextHandlers } from "@/lib/http/handlers";
import { resourceSearchRoute } from "@/lib/search/routes";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = nextHandlers(resourceSearchRoute("theatres"));
