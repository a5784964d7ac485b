import { playersRoute } from "@/lib/listings/casts/players-route";
import { nextHandlers } from "@/lib/http/handlers";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = nextHandlers(playersRoute);
