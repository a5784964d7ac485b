import { nextHandlers } from "@/lib/http/handlers";
import { keyRoute } from "@/lib/portal/keys-route";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = nextHandlers(keyRoute);
