import { nextHandlers } from "@/lib/http/handlers";
import { suggestionRoute } from "@/lib/suggestions/api/routes";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = nextHandlers(suggestionRoute);
