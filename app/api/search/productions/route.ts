import { nextHandlers } from "@/lib/http/handlers";
import { resourceSearchRoute } from "@/lib/listings/search/routes";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = nextHandlers(resourceSearchRoute("productions"));
