import { calendarRoutes } from "@/lib/listings/feeds/calendar-routes";
import { nextFileHandlers } from "@/lib/http/handlers";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = nextFileHandlers(calendarRoutes);
