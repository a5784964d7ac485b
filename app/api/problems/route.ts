import { handlersOf } from "@/lib/api/handlers";
import { problemsRoute } from "@/lib/data-problems/route";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = handlersOf(problemsRoute);
