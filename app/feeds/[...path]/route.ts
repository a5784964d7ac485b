import { calendarRoutes } from "@/lib/feeds/calendar-routes";
import { nextFileHandlers } from "@/lib/http/handlers";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = nextFileHandlers(calendarRoutes);
