import { onRoute } from "@/lib/listings/casts/on-route";
import { nextHandlers } from "@/lib/http/handlers";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = nextHandlers(onRoute);
