import { accountRoute } from "@/lib/accounts/route";
import { handlersOf } from "@/lib/api/handlers";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = handlersOf(accountRoute);
