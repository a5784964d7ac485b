import { creditsRoute } from "@/lib/casts/credits-route";
import { nextHandlers } from "@/lib/http/handlers";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = nextHandlers(creditsRoute);
