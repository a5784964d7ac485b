import { linkRoute } from "@/lib/accounts/password-links-route";
import { nextHandlers } from "@/lib/http/handlers";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = nextHandlers(linkRoute);
