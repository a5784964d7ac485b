import { nextHandlers } from "@/lib/http/handlers";
import { foundKeyRoute } from "@/lib/keys/api/found-key-route";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = nextHandlers(foundKeyRoute);
