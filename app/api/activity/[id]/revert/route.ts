import { revertRoute } from "@/lib/activity/route";
import { handlersOf } from "@/lib/http/handlers";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = handlersOf(revertRoute);
