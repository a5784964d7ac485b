import { productionCastRoute } from "@/lib/listings/casts/cast-route";
import { nextHandlers } from "@/lib/http/handlers";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = nextHandlers(productionCastRoute);
