import { downloadRoutes } from "@/lib/listings/downloads/download-routes";
import { nextFileHandlers } from "@/lib/http/handlers";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = nextFileHandlers(downloadRoutes);
