import "server-only";
import type { Tag } from "../http/declaration.ts";

export const serviceTag: Tag = {
  name: "Service",
  description: "Limits, health, and this document.",
};
