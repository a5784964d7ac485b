import { listHandlers } from "@/lib/resources/next-handlers";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = listHandlers("cast-members");
