import "server-only";
import type { OperationTag } from "../http/declaration.ts";

export const serviceTag: OperationTag = {
  name: "Service",
  description: "Limits, health, and this document.",
};
