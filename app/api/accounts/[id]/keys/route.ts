import { accountKeysRoute } from "@/lib/accounts/access-route";
import { nextHandlers } from "@/lib/http/handlers";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = nextHandlers(accountKeysRoute);
