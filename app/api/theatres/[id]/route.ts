import { recordHandlers } from "@/lib/resources/next-handlers";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = recordHandlers("theatres");
