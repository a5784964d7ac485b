import { handlersOf } from "@/lib/http/handlers";
import { identityRoute } from "@/lib/portal/identity-route";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = handlersOf(identityRoute);
