import { handlersOf } from "@/lib/http/handlers";
import { openapiRoute } from "@/lib/routes";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = handlersOf(openapiRoute);
