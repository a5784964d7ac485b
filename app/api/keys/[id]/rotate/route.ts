import { nextHandlers } from "@/lib/http/handlers";
import { rotationRoute } from "@/lib/keys/api/keys-route";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = nextHandlers(rotationRoute);
