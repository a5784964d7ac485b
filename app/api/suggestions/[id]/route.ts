import { nextHandlers } from "@/lib/http/handlers";
import { suggestionRoute } from "@/lib/suggestions/routes";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = nextHandlers(suggestionRoute);
