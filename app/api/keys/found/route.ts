import { handlersOf } from "@/lib/api/handlers";
import { foundKeyRoute } from "@/lib/portal/found-key-route";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = handlersOf(foundKeyRoute);
