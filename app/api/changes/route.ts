import { nextHandlers } from "@/lib/http/handlers";
import { changesRoute } from "@/lib/editing/changes/route";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = nextHandlers(changesRoute);
