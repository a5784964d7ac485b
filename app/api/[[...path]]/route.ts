import { nextCatchAll } from "@/lib/http/handlers";
import { routes } from "@/lib/routes";

/** Every other path of the API, and 404 for unknown ones. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = nextCatchAll(routes);
