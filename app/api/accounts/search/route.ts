import { accountSearchRoute } from "@/lib/accounts/api/overview-route";
import { nextHandlers } from "@/lib/http/handlers";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = nextHandlers(accountSearchRoute);
