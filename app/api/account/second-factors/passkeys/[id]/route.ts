import { nextHandlers } from "@/lib/http/handlers";
import { passkeyRoute } from "@/lib/portal/passkeys-route";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = nextHandlers(passkeyRoute);
