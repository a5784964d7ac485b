import { nextHandlers } from "@/lib/http/handlers";
import { cronRoute } from "@/lib/http/service/cron";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = nextHandlers(cronRoute);
