import { linkRoute } from "@/lib/accounts/api/password-links-route";
import { nextHandlers } from "@/lib/http/handlers";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = nextHandlers(linkRoute);
