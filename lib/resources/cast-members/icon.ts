import "server-only";

export { UserCog as icon } from "lucide-react";
