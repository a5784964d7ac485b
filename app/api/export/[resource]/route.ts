import { exportRoute } from "@/lib/editing/changes/export-route";
import { nextHandlers } from "@/lib/http/handlers";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = nextHandlers(exportRoute);
