import { nextHandlers } from "@/lib/http/handlers";
import { passkeyRoute } from "@/lib/accounts/api/own-passkeys-route";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = nextHandlers(passkeyRoute);
