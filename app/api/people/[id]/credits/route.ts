import { creditsRoute } from "@/lib/listings/casts/credits-route";
import { nextHandlers } from "@/lib/http/handlers";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = nextHandlers(creditsRoute);
