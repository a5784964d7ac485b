import "server-only";

export { Building2 as icon } from "lucide-react";
