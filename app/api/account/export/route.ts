import { accountExportRoute } from "@/lib/accounts/api/own-export-route";
import { nextHandlers } from "@/lib/http/handlers";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = nextHandlers(accountExportRoute);
