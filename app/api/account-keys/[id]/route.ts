import { nextHandlers } from "@/lib/http/handlers";
import { accountKeyRoute } from "@/lib/keys/api/account-keys-route";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = nextHandlers(accountKeyRoute);
