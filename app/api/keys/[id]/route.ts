import { nextHandlers } from "@/lib/http/handlers";
import { keyRoute } from "@/lib/keys/api/keys-route";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = nextHandlers(keyRoute);
