import { calendarRoutes } from "@/lib/listings/feeds/calendar-routes";
import { nextCatchAll } from "@/lib/http/handlers";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = nextCatchAll(calendarRoutes);
