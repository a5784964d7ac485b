import "server-only";

export { CalendarRange as icon } from "lucide-react";
