import { accountKeysRoute } from "@/lib/accounts/api/access-route";
import { nextHandlers } from "@/lib/http/handlers";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = nextHandlers(accountKeysRoute);
