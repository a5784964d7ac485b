import { nextHandlers } from "@/lib/http/handlers";
import { snoozeRoute } from "@/lib/editing/data-quality/route";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = nextHandlers(snoozeRoute);
