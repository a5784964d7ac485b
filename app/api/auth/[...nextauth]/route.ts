import { authRoute } from "@/lib/accounts/next-auth/auth-route";
import { nextHandlers } from "@/lib/http/handlers";

/** next-auth's own paths. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = nextHandlers(authRoute);
