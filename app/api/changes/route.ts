import { nextHandlers } from "@/lib/http/handlers";
import { changesRoute } from "@/lib/changes/route";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = nextHandlers(changesRoute);
