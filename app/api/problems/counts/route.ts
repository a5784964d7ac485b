import { nextHandlers } from "@/lib/http/handlers";
import { problemCountsRoute } from "@/lib/editing/data-quality/route";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = nextHandlers(problemCountsRoute);
