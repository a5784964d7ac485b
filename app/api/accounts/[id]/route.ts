import { accountRoute } from "@/lib/accounts/route";
import { handlersOf } from "@/lib/http/handlers";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = handlersOf(accountRoute);
