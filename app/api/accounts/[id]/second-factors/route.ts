import { nextHandlers } from "@/lib/http/handlers";
import { accountFactorsRoute } from "@/lib/accounts/api/second-factors-route";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = nextHandlers(accountFactorsRoute);
