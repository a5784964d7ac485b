import { productionCastRoute } from "@/lib/casts/cast-route";
import { nextHandlers } from "@/lib/http/handlers";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = nextHandlers(productionCastRoute);
