import { nextHandlers } from "@/lib/http/handlers";
import { openapiRoute } from "@/lib/routes";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = nextHandlers(openapiRoute);
