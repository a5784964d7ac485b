import "server-only";

export { Ticket as icon } from "lucide-react";
