import "server-only";

export { Drama as icon } from "lucide-react";
