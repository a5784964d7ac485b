import { nextHandlers } from "@/lib/http/handlers";
import { noticeRoute } from "@/lib/keys/api/notices-route";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = nextHandlers(noticeRoute);
