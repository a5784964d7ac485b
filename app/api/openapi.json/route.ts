import { handlersOf } from "@/lib/api/handlers";
import { openapiRoute } from "@/lib/openapi/route";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = handlersOf(openapiRoute);
