import { nextHandlers } from "@/lib/http/handlers";
import { suggestionsRoute } from "@/lib/suggestions/routes";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = nextHandlers(suggestionsRoute);
