import { nextHandlers } from "@/lib/http/handlers";
import { updatesRoute } from "@/lib/history/updates/route";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = nextHandlers(updatesRoute);
