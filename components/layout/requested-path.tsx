"use client";

import { usePathname } from "next/navigation";
import { RequestLine } from "./request-line";

/** The requested path that was not found. */
export function RequestedPath() {
  return <RequestLine label="Requested address" text={usePathname()} />;
}
