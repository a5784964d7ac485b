import { handlersOf } from "@/lib/api/handlers";
import { identityRoute } from "@/lib/portal/identity-route";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = handlersOf(identityRoute);
