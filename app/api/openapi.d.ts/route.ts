import { nextHandlers } from "@/lib/http/handlers";
import { typesRoute } from "@/lib/routes";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = nextHandlers(typesRoute);
