import { nextHandlers } from "@/lib/http/handlers";
import { accountKeysByPrefixRoute } from "@/lib/keys/api/account-keys-route";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = nextHandlers(accountKeysByPrefixRoute);
