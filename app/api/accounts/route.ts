import { accountsRoute } from "@/lib/accounts/api/route";
import { nextHandlers } from "@/lib/http/handlers";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = nextHandlers(accountsRoute);
