import { nextHandlers } from "@/lib/http/handlers";
import { appConfirmationRoute } from "@/lib/portal/second-factors-route";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = nextHandlers(appConfirmationRoute);
