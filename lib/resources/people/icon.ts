import "server-only";

export { Users as icon } from "lucide-react";
