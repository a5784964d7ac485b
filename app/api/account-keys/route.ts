import { nextHandlers } from "@/lib/http/handlers";
import { accountKeysByPrefixRoute } from "@/lib/portal/account-keys-route";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = nextHandlers(accountKeysByPrefixRoute);
