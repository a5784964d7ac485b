import { nextHandlers } from "@/lib/http/handlers";
import { recoveryCodesRoute } from "@/lib/accounts/api/own-second-factors-route";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = nextHandlers(recoveryCodesRoute);
