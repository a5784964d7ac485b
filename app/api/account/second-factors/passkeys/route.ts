import { nextHandlers } from "@/lib/http/handlers";
import { passkeysRoute } from "@/lib/portal/passkeys-route";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = nextHandlers(passkeysRoute);
