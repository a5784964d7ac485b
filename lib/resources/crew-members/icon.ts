import "server-only";

export { Wrench as icon } from "lucide-react";
