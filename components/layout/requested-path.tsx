"use client";

import { usePathname } from "next/navigation";
import { RequestLine } from "./request-line";

export function RequestedPath() {
  return <RequestLine label="Requested address" text={usePathname()} />;
}
