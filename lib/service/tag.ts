import "server-only";
import type { Tag } from "../http/declaration.ts";

export const serviceTag: Tag = {
  name: "Service",
  description: "The service itself: limits, health, and this document.",
};
