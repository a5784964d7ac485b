import { revertRoute } from "@/lib/activity/route";
import { handlersOf } from "@/lib/api/handlers";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = handlersOf(revertRoute);
