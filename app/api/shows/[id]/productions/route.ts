import { showProductionsRoute } from "@/lib/listings/casts/show-productions-route";
import { nextHandlers } from "@/lib/http/handlers";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = nextHandlers(showProductionsRoute);
