import { nextHandlers } from "@/lib/http/handlers";
import { foundNoticeRoute } from "@/lib/keys/api/found-notice-route";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = nextHandlers(foundNoticeRoute);
