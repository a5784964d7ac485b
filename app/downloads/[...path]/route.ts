import { downloadRoutes } from "@/lib/listings/downloads/download-routes";
import { nextCatchAll } from "@/lib/http/handlers";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = nextCatchAll(downloadRoutes);
