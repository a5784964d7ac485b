import { nextHandlers } from "@/lib/http/handlers";
import { passkeyOptionsRoute } from "@/lib/accounts/api/own-passkeys-route";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = nextHandlers(passkeyOptionsRoute);
