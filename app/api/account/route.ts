import { nextHandlers } from "@/lib/http/handlers";
import { ownAccountRoute } from "@/lib/accounts/api/own-account-route";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = nextHandlers(ownAccountRoute);
